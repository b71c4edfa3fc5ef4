/** What n8n answers the agent with when the workflow of a function goes to waiting. */
import { WorkflowExecute } from 'n8n-core';
import type { INode, IRun, IRunExecutionData } from 'n8n-workflow';

import { isAnswerOfWaitingExecution } from '../../nodes/n8n/webhook';
import { additionalDataFor, node, workflowOf } from '../support/n8n-engine';

const TRIGGER = 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger';

const PARAMETERS = {
	agentId: { __rl: true, mode: 'id', value: 'a1' },
	name: 'find_order',
	description: 'Looks up an order',
};

const workflowWith = (type: string) =>
	workflowOf({
		nodes: [node('Trigger', TRIGGER, PARAMETERS), node('Last', type), node('After', 'test.passThrough')],
		connections: {
			Trigger: { main: [[{ node: 'Last', type: 'main', index: 0 }]] },
			Last: { main: [[{ node: 'After', type: 'main', index: 0 }]] },
		},
	});

async function run(type: string): Promise<IRun> {
	const workflow = workflowWith(type);
	const engine = new WorkflowExecute(additionalDataFor({}), 'webhook');
	return await engine.run({ workflow, startNode: workflow.getNode('Trigger') as INode });
}

/** The items of the node that was executed last, with which n8n answers. */
function answerOf({ data }: IRun): unknown[] {
	const { runData, lastNodeExecuted = '' } = data.resultData;
	return (runData[lastNodeExecuted]?.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json);
}

it('is marked, and the workflow goes on with what it had', async () => {
	const waiting = await run('test.waiting');
	expect(waiting.waitTill).toBeInstanceOf(Date);
	expect(isAnswerOfWaitingExecution(answerOf(waiting))).toBe(true);

	const stored = JSON.parse(JSON.stringify(waiting.data)) as IRunExecutionData;
	const resumed = await new WorkflowExecute(additionalDataFor({}), 'webhook', stored).processRunExecutionData(
		workflowWith('test.waiting'),
	);
	expect(resumed.status).toBe('success');
	expect(resumed.data.resultData.runData.Last).toHaveLength(1);
	expect(answerOf(resumed)).toEqual([{}]);
	expect(isAnswerOfWaitingExecution(answerOf(resumed))).toBe(false);
});

it('is not marked in a workflow that does not wait', async () => {
	const ended = await run('test.passThrough');
	expect(ended.status).toBe('success');
	expect(answerOf(ended)).toEqual([{}]);
	expect(isAnswerOfWaitingExecution(answerOf(ended))).toBe(false);
});
