/** Tests that n8n still does what nodes/n8n relies on, where no test of a feature does. */
import { CredentialTestContext, ExecuteContext } from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import type {
	IHttpRequestOptions,
	INode,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	NativeParameterResolvers,
} from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { withCancelSignal, requestInCredentialTest, StreamedFile } from '../../nodes/n8n/httpRequest';
import { additionalDataFor, node, workflowOf } from '../support/n8n-engine';
import { startReceiver } from '../support/http-server';

const [webhook] = new VoiceAgentTrigger().description.webhooks as [IWebhookDescription];
const resolvers = Reflect.get(
	webhook,
	Symbol.for('n8n.webhookDescriptionResolvers'),
) as NativeParameterResolvers;

it.each([
	['onReceived', 'responseMode', 'onReceived'],
	['onReceived', 'responseData', ''],
	['lastNode', 'responseMode', 'lastNode'],
	['lastNode', 'responseData', 'noData'],
	[' lastNode ', 'responseMode', 'lastNode'],
	// The node refuses these, but n8n would refuse them first, in other words.
	['other', 'responseMode', 'onReceived'],
	['other', 'responseData', ''],
])(
	'with Acknowledge %s, %s is the same as an expression and without the engine',
	(acknowledge, field, value) => {
		const trigger = node('Trigger', 'n8n-nodes-voice-agent.voiceAgentTrigger', { acknowledge });
		const workflow = workflowOf({ nodes: [trigger], connections: {} });
		const evaluated = workflow.expression.getSimpleParameterValue(
			trigger as INode,
			webhook[field],
			'internal',
			{},
		);
		expect(evaluated).toBe(value);
		expect(resolvers[field]?.resolve({ acknowledge })).toBe(value);
		// n8n takes the function only where the expression is the one it stands for.
		expect(resolvers[field]?.template).toBe(webhook[field]);
	},
);

it('keeps the functions under the key that n8n exports, where it exports one', () => {
	const { WEBHOOK_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers') } = n8nWorkflow as Partial<
		typeof n8nWorkflow
	>;
	expect(Reflect.get(webhook, WEBHOOK_RESOLVERS)).toBe(resolvers);
});

/** The context in which n8n executes a node, with a credential for the service. */
function executeContext(): ExecuteContext {
	const own = node(
		'Voice Agent',
		'n8n-nodes-voice-agent.voiceAgent',
		{},
		{
			credentials: { voiceAgentApi: { id: '1', name: 'test' } },
		},
	);
	const credentials = { voiceAgentApi: { baseUrl: 'https://service.example', apiKey: 'k' } };
	const additionalData: IWorkflowExecuteAdditionalData = additionalDataFor(credentials);
	const workflow = workflowOf({ nodes: [own], connections: {} });
	const runData = { resultData: { runData: {} } } as never;
	const input = { main: [[{ json: {} }]] };
	return new ExecuteContext(
		workflow,
		own,
		additionalData,
		'manual',
		runData,
		0,
		[],
		input,
		{ data: input, node: own, source: null },
		[],
	);
}

async function send(context: ExecuteContext, options: IHttpRequestOptions): Promise<unknown> {
	const { httpRequestWithAuthentication } = context.helpers;
	return await httpRequestWithAuthentication.call(context, 'voiceAgentApi', options);
}

it('ends a request by the signal of the context that it is called on', async () => {
	const page = await startReceiver(() => {});
	const controller = new AbortController();
	const context = withCancelSignal(executeContext(), controller.signal);
	const pending = send(context, { method: 'POST', url: page.url, body: '{}' });
	const outcome = pending.then(
		() => 'answered',
		() => 'ended',
	);
	while (page.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
	controller.abort();
	expect(await outcome).toBe('ended');
	await page.close();
});

it('reads a file of a form by its stream, again for each request', async () => {
	const bodies: string[] = [];
	const page = await startReceiver(({ body }, response) => {
		bodies.push(body);
		response.setHeader('Content-Type', 'application/json').end('{}');
	});
	let opened = 0;
	const form = new FormData();
	const file = new StreamedFile('a.wav', 'audio/wav', 4, async function* () {
		opened++;
		for (const part of ['RI', 'FF']) yield await Promise.resolve(Buffer.from(part));
	});
	form.append('files', file);
	for (let time = 0; time < 2; time++) {
		await send(executeContext(), { method: 'POST', url: page.url, body: form as never });
	}
	expect(opened).toBe(2);
	for (const body of bodies)
		expect(body).toMatch(/filename="a\.wav"\r\nContent-Type: audio\/wav\r\n\r\nRIFF\r\n/);
	expect(bodies).toHaveLength(2);
	await page.close();
});

it.each([302, 307, 401, 500])(
	'gives a credential test the response with status %d as it is',
	async (status) => {
		const elsewhere = await startReceiver((_, response) => response.end('{"messages":[]}'));
		const page = await startReceiver((_, response) =>
			response
				.writeHead(status, { Location: elsewhere.url, 'Content-Type': 'application/json' })
				.end('{"a":1}'),
		);
		const response = await requestInCredentialTest(new CredentialTestContext(), {
			uri: page.url,
			headers: { Authorization: 'Bearer k' },
			body: '{}',
			timeout: 10_000,
		});
		expect(response).toMatchObject({
			statusCode: status,
			headers: { location: elsewhere.url },
			body: '{"a":1}',
		});
		expect(elsewhere.received).toEqual([]);
		await page.close();
		await elsewhere.close();
	},
);
