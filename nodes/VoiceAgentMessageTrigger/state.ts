import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import type { Cursor } from './cursor';

/**
 * What n8n stores with the workflow. `of` names whom it belongs to: a copy or an import of the workflow, and a node whose filters
 * were changed, find what is not theirs and start from now.
 */
interface StoredCursor {
	of: string;
	floor: number;
	seen: Array<[id: string, time: number]>;
}

/** The stored cursor; undefined when there is none of this owner. */
export function readCursor({ cursor }: IDataObject, owner: string): Cursor | undefined {
	if (!isRecord(cursor)) return undefined;
	const { of, floor, seen } = cursor as Partial<StoredCursor>;
	if (of !== owner || typeof floor !== 'number' || !Array.isArray(seen)) return undefined;
	return { floor, seen: new Map(seen) };
}

/** Puts the cursor into what n8n stores once it has taken over the items of this poll. */
export function writeCursor(stored: IDataObject, owner: string, { floor, seen }: Cursor): void {
	const cursor: StoredCursor = { of: owner, floor, seen: [...seen] };
	stored.cursor = cursor as unknown as IDataObject;
}
