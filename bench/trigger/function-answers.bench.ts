/**
 * The time from a call to its answer on an idle n8n: the Voice Agent Function Trigger, and n8n's Webhook node
 * with the same workflow, in turn.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { chainOf, node } from '../../playground/workflow.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';
import { startSandbox } from '../../test/support/start-sandbox.ts';
import {
	callFunction,
	firstAgent,
	functionNamed,
	type AgentFunction,
} from '../../test/e2e/support/agent-functions.ts';
import { TriggerN8n } from '../../test/e2e/support/real-n8n.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { median, quantile } from '../quantile.ts';
import { printTable } from '../table.ts';

const CALLS = Number(process.env.BENCH_EVENTS ?? 50);
const NAME = 'find_order';

/** The same for both: a condition on the order number, which is an expression, and the answer. */
const answering = (orderNumber: string): WorkflowNode[] => [
	node(
		'Known Order',
		'n8n-nodes-base.if',
		{
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
				conditions: [
					{
						id: randomUUID(),
						leftValue: orderNumber,
						rightValue: 'A-17',
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
			},
		},
		{ typeVersion: 2.2 },
	),
	node('Reached', 'n8n-nodes-base.noOp'),
];

async function enter(n8n: TriggerN8n, name: string, nodes: WorkflowNode[]): Promise<void> {
	await n8n.client.activateWorkflow(await n8n.client.createWorkflow(chainOf(name, nodes)));
}

/**
 * By default n8n evaluates expressions in an isolate, of which it keeps one ready. Any webhook but that of
 * its own Webhook node takes one, and the execution another.
 */
const ENGINES = [
	{ name: 'default', settings: {} },
	// Webhook node and trigger then differ in nothing but their own work.
	{
		name: 'an isolate for the Webhook node as well',
		settings: { N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' },
	},
	{ name: 'two isolates ready', settings: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '2' } },
	{ name: 'isolates when needed', settings: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } },
	{ name: 'legacy', settings: { N8N_EXPRESSION_ENGINE: 'legacy' } },
];

async function measure({ name: engine, settings }: (typeof ENGINES)[number]): Promise<void> {
	const sandbox = await startSandbox();
	const n8n = await TriggerN8n.start(settings as Record<string, string>);
	try {
		const agentId = await firstAgent(sandbox);
		const id = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		const ours = {
			agentId: { __rl: true, mode: 'id', value: agentId },
			name: NAME,
			description: 'Looks up an order',
			parameters: { parameter: [{ name: 'order_number', type: 'string', required: true }] },
		};
		const type = 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger';
		const credentials = { voiceAgentApi: { id, name: 'Service' } };
		await enter(n8n, 'Function trigger', [
			node('Trigger', type, ours, { webhookId: randomUUID(), credentials, typeVersion: 2 }),
			...answering('={{ $json.parameters.order_number }}'),
		]);
		const path = randomUUID();
		const theirs = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
		await enter(n8n, 'Webhook node', [
			node('Trigger', 'n8n-nodes-base.webhook', theirs, { webhookId: path, typeVersion: 2 }),
			...answering('={{ $json.body.order_number }}'),
		]);
		const registered = await functionNamed(sandbox, agentId, NAME);
		const webhook: AgentFunction = { ...registered, endpoint_url: `${n8n.url}/webhook/${path}` };
		const contenders = [
			{ name: 'Voice Agent Function Trigger', target: registered, times: [] as number[] },
			{ name: 'Webhook node', target: webhook, times: [] as number[] },
		];
		for (let call = -5; call < CALLS; call++) {
			for (const { name, target, times } of contenders) {
				const begun = performance.now();
				const { status } = await callFunction(target, { order_number: 'A-17' });
				if (status !== 200) throw new Error(`${name} answered ${status}`);
				// The first calls pay for loading.
				if (call >= 0) times.push(performance.now() - begun);
				// The machine is to be idle when the next comes.
				await delay(300);
			}
		}
		printTable(
			`From the call to its answer, one at a time; ${CALLS} calls of each, in turn; ` +
				`expression engine: ${engine}`,
			contenders.map(({ name, times }) => ({
				trigger: name,
				'median, ms': median(times),
				'90th percentile, ms': quantile(times, 0.9),
			})),
		);
		const [own = NaN, other = NaN] = contenders.map(({ times }) => median(times));
		console.log(`Ratio of the medians: ${(own / other).toFixed(2)}`);
		compareWithLastRelease('lower', {
			[`trigger function-answers: to the Webhook node, expression engine ${engine}`]: own / other,
		});
	} finally {
		await n8n.remove();
		await sandbox.stop();
	}
}

async function main(): Promise<void> {
	for (const engine of ENGINES) await measure(engine);
}

void main();
