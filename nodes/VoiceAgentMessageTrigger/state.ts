import { createHash } from 'crypto';

import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../shared/client/client';
import { isRecord } from '../shared/text/json';
import { fromStored, isStoredState, type State, type StoredState, toStored } from './storedState';

/** As n8n stores it with the workflow. */
type OwnedState = StoredState & {
	/** The workflow and the node it belongs to: a copy of the workflow finds what is not its own. */
	of: string;
	/** The name that the node had then. */
	name: string;
	/** Counts up with each change. */
	revision: number;
};

/** The name in what all nodes of the workflow share. */
const SHARED = 'voiceAgentMessageTrigger';

/**
 * State that polls of this process have changed without messages to hand over,
 * which n8n does not always store. By owner.
 */
const unstored = new Map<string, { after: number; state: OwnedState }>();

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
		return stored && fromStored(stored);
	}

	/**
	 * n8n stores it with the hand-over of the poll's messages.
	 * @param isHandedOver True if there are any.
	 */
	write(newState: State, isHandedOver: boolean): void {
		const after = this.newest()?.revision ?? 0;
		const state: OwnedState = {
			of: this.owner,
			name: this.node.name,
			revision: after + 1,
			...toStored(newState),
		};
		if (isHandedOver) unstored.delete(this.owner);
		else unstored.set(this.owner, { after: this.stored()?.revision ?? 0, state });
		this.own.state = state as unknown as IDataObject;
		const others = isRecord(this.shared[SHARED]) ? this.shared[SHARED] : {};
		this.shared[SHARED] = { ...others, [this.node.id]: state } as IDataObject;
	}

	private newest(): OwnedState | undefined {
		const stored = this.stored();
		const known = unstored.get(this.owner);
		return known && known.after === stored?.revision ? known.state : stored;
	}

	/**
	 * The node's own, since n8n can store it together with the execution; what is shared only if the node has
	 * been renamed, to this name or from it and back.
	 */
	private stored(): OwnedState | undefined {
		const others = this.shared[SHARED];
		const [own, shared] = [this.own.state, isRecord(others) ? others[this.node.id] : undefined].map(
			(state) => (isOwned(state) && state.of === this.owner ? state : undefined),
		);
		if (!own || !shared) return own ?? shared;
		return shared.name !== this.node.name && shared.revision > own.revision ? shared : own;
	}
}

const isOwned = (state: unknown): state is OwnedState =>
	isRecord(state) && typeof state.revision === 'number' && isStoredState(state);

/**
 * Names the account that a credential leads to, as far as the credential tells: a new key of the same account
 * gives another name. A hash, since n8n exports what it stores with a workflow. It does not cover a password,
 * which could be guessed from it.
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
