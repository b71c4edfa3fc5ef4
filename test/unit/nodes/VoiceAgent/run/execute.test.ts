import type { IExecuteFunctions } from 'n8n-workflow';

import { execute } from '../../../../../nodes/VoiceAgent/run/execute';

/** As an AI agent runs the node; n8n-core has no such context for a node by itself. */
const asTool = (operation: string): IExecuteFunctions =>
	({
		getInputData: () => [{ json: {} }],
		getNodeParameter: (name: string) => ({ resource: 'message', operation })[name],
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://service.example', apiKey: `svc_${'0'.repeat(40)}` }),
		getTimezone: () => 'UTC',
		getNode: () => ({ name: 'Tool', parameters: {} }),
		continueOnFail: () => false,
		isToolExecution: () => true,
	}) as unknown as IExecuteFunctions;

it('refuses to wait for a reply as the tool of an AI agent, and names what does', async () => {
	await expect(execute.call(asTool('sendAndWait'))).rejects.toMatchObject({
		message: 'Send and Wait for Response cannot be a tool of an AI agent',
		description: expect.stringMatching(/under Human Review/),
	});
});
