import type { IExecuteFunctions } from 'n8n-workflow';

import { findParentExecutionId } from '../../../../../nodes/n8n/waitingExecution';
import {
	noteWaitingSubWorkflow,
	refuseSecondWaitingSubWorkflow,
} from '../../../../../nodes/VoiceAgent/sendAndWait/wait';

/** The executions that wait, by ID. */
const waiting = new Set<string>();

const executionOf = (id: string) =>
	({
		getExecutionId: () => id,
		getExecutionDataById: async (other: string) => (waiting.has(other) ? { waitTill: new Date() } : {}),
	}) as unknown as IExecuteFunctions;

function ask(id: string, parentId: string) {
	noteWaitingSubWorkflow(executionOf(id), parentId);
	waiting.add(id);
}

it('refuses a second question of the executions that one execution has called at once', async () => {
	ask('11', '10');
	await expect(refuseSecondWaitingSubWorkflow(executionOf('12'), '10')).rejects.toMatchObject({
		message: 'The workflow that called this one waits for an answer already, in execution 11',
		description: expect.stringMatching(/Run once with all items.*Loop Over Items.*Nothing was sent\./),
	});
});

it('asks the next question of a loop, after the first was answered', async () => {
	ask('21', '20');
	waiting.delete('21');
	await expect(refuseSecondWaitingSubWorkflow(executionOf('22'), '20')).resolves.toBeUndefined();
});

it.each([
	['the same execution', '31', '30'],
	['an execution that another one has called', '32', '39'],
])('asks a question of %s', async (_, id, parentId) => {
	ask('31', '30');
	await expect(refuseSecondWaitingSubWorkflow(executionOf(id), parentId)).resolves.toBeUndefined();
});

it.each([
	[{ executionId: '30', shouldResume: true }, '30'],
	[{ executionId: '30' }, '30'],
	[{ executionId: '30', shouldResume: false }, undefined],
	[undefined, undefined],
])('knows the execution that waits for the result of this one: %j', (parentExecution, id) => {
	const context = { runExecutionData: { parentExecution } } as unknown as IExecuteFunctions;
	expect(findParentExecutionId(context)).toBe(id);
});
