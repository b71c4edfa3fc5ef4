import type { IExecuteFunctions } from 'n8n-workflow';

import {
	noteWaitingSubWorkflow,
	refuseSecondWaitingSubWorkflow,
} from '../../../../../nodes/VoiceAgent/sendAndWait/subWorkflow';

/** The executions that wait, by ID. */
const waiting = new Set<string>();

const executionOf = (id: string, parentExecution?: { executionId: string; shouldResume?: boolean }) =>
	({
		getExecutionId: () => id,
		getExecutionDataById: async (other: string) => (waiting.has(other) ? { waitTill: new Date() } : {}),
		runExecutionData: { parentExecution },
	}) as unknown as IExecuteFunctions;

function ask(id: string, parentExecution?: { executionId: string; shouldResume?: boolean }) {
	noteWaitingSubWorkflow(executionOf(id, parentExecution));
	waiting.add(id);
}

it('refuses a second question of the executions that one execution has called at once', async () => {
	ask('11', { executionId: '10', shouldResume: true });
	const second = executionOf('12', { executionId: '10', shouldResume: true });
	await expect(refuseSecondWaitingSubWorkflow(second)).rejects.toMatchObject({
		message: 'The workflow that called this one waits for an answer already, in execution 11',
		description: expect.stringMatching(/Run once with all items.*Loop Over Items.*Nothing was sent\./),
	});
});

it('asks the next question of a loop, after the first was answered', async () => {
	ask('21', { executionId: '20' });
	waiting.delete('21');
	const second = executionOf('22', { executionId: '20' });
	await expect(refuseSecondWaitingSubWorkflow(second)).resolves.toBeUndefined();
});

it.each<[string, string, { executionId: string; shouldResume?: boolean } | undefined]>([
	['the same execution', '31', { executionId: '30' }],
	['an execution that another one has called', '32', { executionId: '39' }],
	['an execution that nobody waits for', '33', { executionId: '30', shouldResume: false }],
	['an execution that nobody has called', '34', undefined],
])('asks a question of %s', async (_, id, parent) => {
	ask('31', { executionId: '30' });
	await expect(refuseSecondWaitingSubWorkflow(executionOf(id, parent))).resolves.toBeUndefined();
});
