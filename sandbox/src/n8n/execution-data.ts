import type { Execution } from './n8n-api.ts';

/** An item that a node put out. */
type Item = Readonly<Record<string, unknown>>;

/** A run of a node; one in a loop runs several times. */
export interface NodeRun {
	/** The items by output. */
	readonly data?: { readonly main?: ReadonlyArray<ReadonlyArray<{ readonly json: Item }> | null> };
}

/** The result of an execution, which n8n's public API includes only on request. */
export interface ExecutionData {
	readonly error?: { readonly message?: string };
	readonly lastNodeExecuted?: string;
	/** By the name of the node. */
	readonly runData?: Readonly<Record<string, readonly NodeRun[]>>;
}

/** Reads the result of an execution; it is empty if n8n was not asked for it. */
export function readExecutionData({ data }: Pick<Execution, 'data'>): ExecutionData {
	return (data as { resultData?: ExecutionData } | null | undefined)?.resultData ?? {};
}

/** Lists the items that a node put out when it ran last, from all its outputs; none if it did not run. */
export function listOutputItems({ runData = {} }: ExecutionData, node: string): Item[] {
	const outputs = runData[node]?.at(-1)?.data?.main ?? [];
	return outputs.flatMap((items) => items ?? []).map(({ json }) => json);
}
