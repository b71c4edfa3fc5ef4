/** The items that n8n's executions got from the node they began with, read from its database. */
import { parse } from 'flatted';
import { sqliteRows } from './stored-runs.ts';

export interface HandOver {
	status: string;
	/** The items, in order. */
	items: Json[];
	/** The `body` of each item, in order. */
	texts: string[];
}

type Json = Record<string, unknown> & { body: string };

interface Item {
	json: Json;
}

interface ExecutionData {
	resultData?: { runData?: Record<string, Array<{ data?: { main?: Item[][] } }>> };
	/** Of an execution that has not begun, or was cut off before its first node had ended. */
	executionData?: { nodeExecutionStack?: Array<{ data: { main: Item[][] } }> };
}

function itemsOf({ resultData, executionData }: ExecutionData, node: string): Item[] {
	const run = resultData?.runData?.[node]?.[0]?.data?.main?.[0];
	return run ?? executionData?.nodeExecutionStack?.[0]?.data.main[0] ?? [];
}

/** The executions of a workflow, oldest first. */
export function handedOver(userFolder: string, workflowId: string, node: string): HandOver[] {
	return sqliteRows(userFolder, workflowId).map(({ status, data }) => {
		const items = itemsOf(parse(data) as ExecutionData, node).map(({ json }) => json);
		return { status, items, texts: items.map(({ body }) => body) };
	});
}
