import { createHash } from 'crypto';

import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../shared/client/client';
import { isRecord } from '../shared/json';
import type { Cursor } from './cursor';
import type { Filters } from './filters';

/** The place up to which the messages that pass some filters have been handed over. */
export interface Place {
	filters: Filters;
	cursor: Cursor;
}

/** The state that a trigger keeps from one poll to the next. */
export interface State {
	/** The account whose messages these are, as {@link hashAccount} names it. */
	account: string;
	/** The last one belongs to the present filters. Those before it are of filters since changed, whose messages still come up to the change. */
	places: Place[];
}

/** As n8n stores it with the workflow. */
interface StoredState {
	/** The workflow and the node it belongs to: a copy of the workflow finds what is not its own. */
	of: string;
	/** The name that the node had then. */
	name: string;
	/** Counts up with each change. */
	revision: number;
	account: string;
	places: Array<Omit<Place, 'cursor'> & { cursor: Omit<Cursor, 'seen'> & { seen: Array<[string, number]> } }>;
}

/** The name in what all nodes of the workflow share. */
const SHARED = 'voiceAgentMessageTrigger';

/** State that polls of this process have changed without messages to hand over, which n8n does not always store. By owner. */
const unstored = new Map<string, { after: number; state: StoredState }>();

/** Reads and writes the state of one trigger. */
export class StateStore {
	private readonly own: IDataObject;

	private readonly shared: IDataObject;

	private readonly node: INode;

	constructor(
		context: IPollFunctions,
		private readonly owner: string,
	) {
		this.node = context.getNode();
		this.own = context.getWorkflowStaticData('node');
		// n8n files what belongs to a node under its name, so that it would be lost when the node is renamed.
		this.shared = context.getWorkflowStaticData('global');
	}

	/** Reads the stored state. @returns undefined for a trigger that has never been published. */
	read(): State | undefined {
		const stored = this.newest();
		return (
			stored && {
				account: stored.account,
				places: stored.places.map(({ filters, cursor }) => ({
					filters: { ...filters },
					cursor: { ...cursor, seen: new Map(cursor.seen) },
				})),
			}
		);
	}

	/**
	 * n8n stores it with the hand-over of the poll's messages.
	 * @param isHandedOver True if there are any.
	 */
	write({ account, places }: State, isHandedOver: boolean): void {
		const after = this.newest()?.revision ?? 0;
		const state: StoredState = {
			of: this.owner,
			name: this.node.name,
			revision: after + 1,
			account,
			places: places.map(({ filters, cursor }) => ({
				filters,
				cursor: { ...cursor, seen: [...cursor.seen] },
			})),
		};
		if (isHandedOver) unstored.delete(this.owner);
		else unstored.set(this.owner, { after: this.stored()?.revision ?? 0, state });
		this.own.state = state as unknown as IDataObject;
		const others = isRecord(this.shared[SHARED]) ? this.shared[SHARED] : {};
		this.shared[SHARED] = { ...others, [this.node.id]: state } as IDataObject;
	}

	private newest(): StoredState | undefined {
		const stored = this.stored();
		const known = unstored.get(this.owner);
		return known && known.after === stored?.revision ? known.state : stored;
	}

	/**
	 * The node's own, since n8n can store it together with the execution; what is shared only if the node has been renamed, to this name or
	 * from it and back.
	 */
	private stored(): StoredState | undefined {
		const others = this.shared[SHARED];
		const [own, shared] = [this.own.state, isRecord(others) ? others[this.node.id] : undefined].map(
			(state) => (isStored(state) && state.of === this.owner ? state : undefined),
		);
		if (!own || !shared) return own ?? shared;
		return shared.name !== this.node.name && shared.revision > own.revision ? shared : own;
	}
}

const isStored = (state: unknown): state is StoredState =>
	isRecord(state) &&
	typeof state.revision === 'number' &&
	typeof state.account === 'string' &&
	Array.isArray(state.places) &&
	state.places.length > 0 &&
	state.places.every((place) => isRecord(place) && isRecord(place.filters) && isStoredCursor(place.cursor));

const isStoredCursor = (cursor: unknown): boolean =>
	isRecord(cursor) &&
	Array.isArray(cursor.seen) &&
	['floor', 'newest', 'missing', 'ahead'].every((name) => Number.isFinite(cursor[name]));

/**
 * Names the account that a credential leads to, as far as the credential tells: a new key of the same account gives another name. A hash,
 * since n8n exports what it stores with a workflow. It does not cover a password, which could be guessed from it.
 * @param salt Makes it another name for each trigger.
 */
export function hashAccount(
	{ connection, credentialType, credential }: VoiceAgentClient,
	salt: string,
): string {
	const holder = credentialType === 'voiceAgentApi' ? credential.apiKey : credential.email;
	const identity = [salt, connection.baseUrl, credentialType, String(holder).trim()];
	return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}
