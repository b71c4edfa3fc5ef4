import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { getNodeKey } from './node';

/** A state with the name of its node, and the number that tells which of two states is newer. */
interface RevisedState<State> {
	/** The name that the node had then. */
	name: string;
	/** Counts up with each change. */
	revision: number;
	state: State;
}

/**
 * The states that polls of this process have changed without handing messages over, by the key of the node. `after` is
 * the revision that n8n had stored by then, and is undefined if it had stored none.
 */
const statesNotYetStored = new Map<string, { after?: number; revised: RevisedState<unknown> }>();

/**
 * The state that a polling trigger keeps from one poll to the next, in the static data of its workflow.
 *
 * n8n files the data of a node under the name of the node, so that a renamed node would lose it: a second copy
 * stands under the ID of the node in the data that all nodes share. n8n stores the data with the messages that a
 * poll hands over, and with its scheduler for pollers not always after a poll without messages: what
 * such a poll has changed is also kept in this process. n8n never removes the data of nodes that were deleted or
 * renamed; that is done here, as far as it is a state of this class. The list of nodes and the static data as a
 * whole are read from `context.workflow`, which n8n does not document; where they are missing, nothing is removed.
 *
 * Tested by test/engine/polling-trigger-list.test.ts.
 */
export class NodeState<State extends object> {
	private readonly key: string;

	private readonly node: INode;

	private readonly own: IDataObject;

	private readonly shared: IDataObject;

	/**
	 * @param sharedName The field for the states in the data that all nodes of the workflow share.
	 * @param parseState Parses a state from JSON; returns undefined if it is not one.
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly sharedName: string,
		private readonly parseState: (stored: unknown) => State | undefined,
	) {
		this.key = getNodeKey(context);
		this.node = context.getNode();
		this.own = context.getWorkflowStaticData('node');
		this.shared = context.getWorkflowStaticData('global');
	}

	/** Finds the state. @returns undefined for a trigger that has never been published. */
	find(): State | undefined {
		return this.newest()?.state;
	}

	/**
	 * Writes the state. n8n stores it together with the messages that the poll hands over.
	 * @param isHandedOver True if the poll hands over messages.
	 */
	write(state: State, isHandedOver: boolean): void {
		const { name } = this.node;
		const revision = (this.newest()?.revision ?? 0) + 1;
		if (isHandedOver) statesNotYetStored.delete(this.key);
		else
			statesNotYetStored.set(this.key, {
				after: this.stored()?.revision,
				revised: { name, revision, state },
			});
		const stored = { of: this.key, name, revision, ...state } as unknown as IDataObject;
		this.own.state = stored;
		this.shared[this.sharedName] = { ...this.statesOfNodes(), [this.node.id]: stored };
		this.removeStatesByOldNames();
	}

	private newest(): RevisedState<State> | undefined {
		const stored = this.stored();
		const known = statesNotYetStored.get(this.key);
		return known && known.after === stored?.revision ? (known.revised as RevisedState<State>) : stored;
	}

	/**
	 * Returns the state in the node's own data, since n8n can store that together with the execution. It returns the
	 * shared one only if the node has been renamed, to this name or from it and back.
	 */
	private stored(): RevisedState<State> | undefined {
		const own = this.parseRevised(this.own.state);
		const states = this.shared[this.sharedName];
		const shared = isRecord(states) ? this.parseRevised(states[this.node.id]) : undefined;
		if (!own || !shared) return own ?? shared;
		return shared.name !== this.node.name && shared.revision > own.revision ? shared : own;
	}

	private parseRevised(stored: unknown): RevisedState<State> | undefined {
		if (!isStored(stored) || stored.of !== this.key) return undefined;
		const { name, revision } = stored;
		const fields = Object.entries(stored).filter(([field]) => !OWN_FIELDS.includes(field));
		const state = this.parseState(Object.fromEntries(fields));
		return state && { name, revision, state };
	}

	/** Returns the shared states by the ID of the node, without those of nodes that the workflow no longer has. */
	private statesOfNodes(): IDataObject {
		const states = this.shared[this.sharedName];
		if (!isRecord(states)) return {};
		const ids = this.workflow?.nodes.map(({ id }) => id);
		return Object.fromEntries(
			Object.entries(states).filter(([id]) => !ids || ids.includes(id)),
		) as IDataObject;
	}

	/** Removes the states under names that no node of the workflow has. */
	private removeStatesByOldNames(): void {
		if (!this.workflow) return;
		const { nodes, staticData } = this.workflow;
		const present = new Set(['global', ...nodes.map(({ name }) => `node:${name}`)]);
		for (const [field, data] of Object.entries(staticData)) {
			if (!present.has(field) && isRecord(data) && isStored(data.state)) delete staticData[field];
		}
	}

	private get workflow(): { nodes: INode[]; staticData: IDataObject } | undefined {
		const { workflow } = this.context as { workflow?: unknown };
		if (!isRecord(workflow) || !isRecord(workflow.nodes) || !isRecord(workflow.staticData)) return undefined;
		return {
			nodes: Object.values(workflow.nodes) as INode[],
			staticData: workflow.staticData as IDataObject,
		};
	}
}

/** The fields that are stored beside those of the state. */
const OWN_FIELDS = ['of', 'name', 'revision'];

const isStored = (
	stored: unknown,
): stored is { of: string; name: string; revision: number; [field: string]: unknown } =>
	isRecord(stored) && typeof stored.of === 'string' && typeof stored.revision === 'number';

/**
 * Returns the time that n8n gives a poll, in milliseconds; undefined before 2.41, since older versions name none.
 * Tested by test/engine/polling-trigger-list.test.ts.
 */
export const getPollBudgetMs = (context: IPollFunctions): number | undefined =>
	(context as Partial<IPollFunctions>).getPollBudgetMs?.();

const usedContexts = new WeakSet<IPollFunctions>();

/**
 * Tells whether no poll has begun in the context yet. n8n makes one when it publishes a workflow or starts, polls in it at
 * once and waits for that poll; the polls of the schedule that follow have the same one. With n8n's durable
 * scheduler each poll has a context of its own, which says `update` like that of the first poll
 * after a change. Tested by test/engine/polling-trigger-outage.test.ts.
 */
export function isFirstPollIn(context: IPollFunctions): boolean {
	if (usedContexts.has(context)) return false;
	usedContexts.add(context);
	return true;
}

/** Tells whether a person is publishing the workflow or a change of it; if not, n8n is starting. */
export const isPublishing = (context: IPollFunctions): boolean =>
	['activate', 'update', 'create'].includes(context.getActivationMode());
