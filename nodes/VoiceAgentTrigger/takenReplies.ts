import type { IExecuteFunctions, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { getExecutionId } from '../shared/wire/replyReference';

/**
 * The execution that has gone on with a reply, by what n8n has stored of it: that is there as soon as the execution has gone on, in
 * all processes and after a restart. Undefined when there is none, or when n8n does not keep it.
 * @param payload Of the event, without its references.
 */
export async function executionWith(
	context: IExecuteFunctions,
	references: string[],
	payload: unknown,
): Promise<string | undefined> {
	const message = JSON.stringify(payload);
	for (const execution of new Set(references.map(getExecutionId))) {
		// A reply that starts the workflow twice is better than one that is lost.
		const data = await context.getExecutionDataById(execution).catch(() => undefined);
		if (data && messagesIn(data).some((one) => JSON.stringify(one) === message)) return execution;
	}
	return undefined;
}

/** The replies that Send and Wait has put out. */
const messagesIn = (data: IRunExecutionData): unknown[] =>
	itemsOf(data)
		.filter(({ json }) => typeof json.repliedAt === 'string' && isRecord(json.message))
		.map(({ json }) => json.message);

/** What the nodes of an execution have put out, and what the next ones are given. */
function itemsOf({ resultData, executionData }: IRunExecutionData): INodeExecutionData[] {
	const ran = Object.values(resultData.runData).flat();
	const waiting = executionData?.nodeExecutionStack ?? [];
	return [...ran, ...waiting].flatMap(({ data }) =>
		Object.values(data ?? {}).flatMap((outputs) => outputs.flatMap((items) => items ?? [])),
	);
}
