import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../../../shared/text/fieldPath';

/** `={{ $json.phone }}`, which the editor writes when a field is dragged onto an expression. */
const DRAGGED = /^=\s*\{\{\s*\$json((?:\.[\p{L}\p{N}_$]+|\[\d+\]|\['[^']*'\]|\["[^"]*"\])+)\s*\}\}\s*$/u;

/**
 * Returns the name or path of the field that was dragged onto a parameter; undefined if none was.
 * @param typed The parameter as it was typed, with its expression.
 */
export const findDraggedField = (typed: unknown): string | undefined =>
	typeof typed === 'string' ? DRAGGED.exec(typed)?.[1]?.replace(/^\./, '') : undefined;

/** Reads a field by its name, which may contain dots, or by its path. */
export const readField = (json: IDataObject, path: string): unknown =>
	Object.hasOwn(json, path) ? json[path] : valueAt(json, path);

/** Names the fields of items, for a message. */
export function describeFields(items: IDataObject[]): string {
	const names = new Set(items.slice(0, 20).flatMap((json) => Object.keys(json)));
	return names.size === 0 ? 'They have no fields.' : `They have: ${[...names].slice(0, 20).join(', ')}.`;
}
