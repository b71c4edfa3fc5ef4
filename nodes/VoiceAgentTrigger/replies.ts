import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { UNSIGNED_EVENT } from '../shared/wire/events';
import { replyIn } from '../shared/wire/replyReference';
import { handOver } from './handOver';

/**
 * Hands replies to questions of Send and Wait for Reply over to the executions that wait for them. Replies that none takes go on as
 * any other message: timed out, cancelled, of another n8n.
 * @returns The items with which the workflow goes on.
 * @throws NodeOperationError when nobody knows whether an execution has taken the reply.
 */
export async function handOverReplies(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ replies }: IDataObject,
): Promise<INodeExecutionData[]> {
	const going: INodeExecutionData[] = [];
	for (const item of items) {
		const { event, payload, receivedAt } = item.json;
		if (event !== UNSIGNED_EVENT) {
			going.push(item);
			continue;
		}
		const reply = replyIn(payload);
		const isTaken =
			reply.reference !== undefined &&
			(await isTakenBy(context, reply.reference, { payload: reply.payload, receivedAt }));
		if (!isTaken || replies === 'resumeAndStart') {
			going.push({ ...item, json: { ...item.json, payload: reply.payload as IDataObject } });
		}
	}
	return going;
}

/** Whether an execution has taken a reply; the output panel says which. */
async function isTakenBy(
	context: IExecuteFunctions,
	reference: string,
	body: { payload: unknown; receivedAt: unknown },
): Promise<boolean> {
	const outcome = await handOver(context, reference, body as IDataObject);
	const [execution = ''] = reference.split('/', 1);
	const { name } = context.getNode();
	if (outcome.kind === 'taken') {
		context.addExecutionHints({
			message: outcome.askedAgain
				? `This is a reply to execution ${execution}, which has asked again since it was not clear.`
				: `This is a reply to execution ${execution}, which has gone on with it.`,
			location: 'outputPane',
		});
		return true;
	}
	if (outcome.kind === 'unknown') {
		throw new NodeOperationError(
			context.getNode(),
			`n8n did not say whether execution ${execution} has taken this reply`,
			{
				description: `${outcome.reason} Look at execution ${execution}: if it still waits, choose Retry for this one. If this happens often, see "Replies do not arrive" in the documentation of the trigger.`,
			},
		);
	}
	if (outcome.kind === 'unreachable') {
		context.logger.warn(
			`Voice Agent Trigger "${name}": a reply could not be handed over to execution ${execution}, so it starts the workflow: ${outcome.reason}`,
		);
	}
	return false;
}
