/** A node of a workflow. */
export interface WorkflowNode {
	id: string;
	name: string;
	/** With the package in front, e.g. `n8n-nodes-base.httpRequest`. */
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	webhookId?: string;
	disabled?: boolean;
	/** What happens when it fails; the execution stops when absent. */
	onError?: string;
	/** `onError` of older workflows: true means to go on with the regular output. */
	continueOnFail?: boolean;
	/** By the type of the credential. */
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

/** A workflow, as n8n exports and imports it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Sample data that nodes output instead of running, by their names. */
	pinData?: Record<string, unknown[]>;
}

/** Tells if a JSON value is a workflow; it may lack a name. */
export function isWorkflow(
	value: unknown,
): value is Partial<WorkflowFile> & Pick<WorkflowFile, 'nodes' | 'connections'> {
	const { nodes, connections } = (value ?? {}) as { nodes?: unknown; connections?: unknown };
	return Array.isArray(nodes) && typeof connections === 'object' && connections !== null;
}

/** A workflow, as n8n has stored it. */
export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
	/** True if it is published: its triggers listen. */
	active: boolean;
	isArchived: boolean;
	/** The version that is published; `nodes` are those of the newest one. n8n 1 has none. */
	activeVersion?: Pick<WorkflowFile, 'nodes' | 'connections'> | null;
	/** In ISO 8601. */
	createdAt: string;
}

/** A connection of two nodes: items pass through a `main` one; others join a sub-node with its node, e.g. `ai_tool`. */
export interface Connection {
	kind: string;
	from: string;
	to: string;
	/** The number of the output at which it begins, from 0. */
	output: number;
}

/** Lists the connections between the nodes of a workflow. */
export function listConnections({ connections }: Pick<WorkflowFile, 'connections'>): Connection[] {
	type Outputs = ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>;
	return Object.entries(connections as Record<string, Record<string, Outputs>>).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((targets, output) =>
				(targets ?? []).map(({ node: to }) => ({ kind, from, to, output })),
			),
		),
	);
}

/**
 * Returns the names of the nodes that can run when these nodes start the workflow: those that items reach, and the
 * sub-nodes of each, e.g. the model of an agent.
 * @param starts the names of the nodes at which the workflow begins
 * @param replaced the names of nodes whose sub-nodes do not run, since something else takes the place of the node
 */
export function findReachable(
	workflow: Pick<WorkflowFile, 'connections'>,
	starts: Iterable<string>,
	replaced: ReadonlySet<string> = new Set(),
): Set<string> {
	const connections = listConnections(workflow);
	const found = new Set(starts);
	for (const name of found) {
		for (const { kind, from, to } of connections) {
			if (kind === 'main' && from === name) found.add(to);
			if (kind !== 'main' && to === name && !replaced.has(name)) found.add(from);
		}
	}
	return found;
}

/** Returns a node that runs this code and takes the place of another one, under its name. */
export function toCodeNode({ id, name, position }: WorkflowNode, jsCode: string): WorkflowNode {
	return { id, name, position, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
