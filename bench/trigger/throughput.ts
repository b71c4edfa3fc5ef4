/**
 * Events per second on the real n8n, in turn within one run: this trigger with and without de-duplication and at several windows, a
 * trigger that does nothing, n8n's Slack Trigger, which checks a signature with a credential, and n8n's Webhook node.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowNode } from '../../playground/n8n-client.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { SECRETS } from '../../test/engine/support/hostile-requests.ts';
import { temporaryFolder } from '../../test/e2e/support/prepared.ts';
import {
	chainOf,
	inParallel,
	node,
	post,
	signedWith,
	TriggerN8n,
	until,
} from '../../test/e2e/support/trigger-n8n.ts';
import { isOpen, readSqliteRuns } from '../../test/e2e/support/trigger-runs.ts';
import { printTable } from '../table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 50);
const WIDTH = 8;
const ENGINES = (process.env.BENCH_ENGINES ?? 'default,legacy').split(',');
const SLACK_SECRET = 'a-secret-for-slack';

/** The least that a trigger can be. */
const DO_NOTHING = `module.exports.DoNothing = class {
	description = {
		displayName: 'Do Nothing', name: 'doNothing', group: ['trigger'], version: 1, description: 'x',
		defaults: { name: 'Do Nothing' }, inputs: [], outputs: ['main'], properties: [],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
	};
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};`;

interface Contender {
	name: string;
	workflowId: string;
	url: string;
	sign: (body: string) => Record<string, string>;
	seconds: number[];
	milliseconds: number[];
}

async function compete(engine: string): Promise<void> {
	const sandbox = await startSandbox();
	const extensions = await temporaryFolder();
	await mkdir(extensions.path, { recursive: true });
	await writeFile(join(extensions.path, 'DoNothing.node.js'), DO_NOTHING);
	const n8n = await TriggerN8n.start({
		N8N_CUSTOM_EXTENSIONS: extensions.path,
		...(engine === 'default' ? {} : { N8N_EXPRESSION_ENGINE: engine }),
	});
	try {
		const contenders = await enter(n8n, sandbox);
		// The first call of each pays for loading.
		for (const contender of contenders) await round(n8n, contender, 10);
		for (const contender of contenders) Object.assign(contender, { seconds: [], milliseconds: [] });
		for (let i = 0; i < ROUNDS; i++) for (const contender of contenders) await round(n8n, contender, EVENTS);
		report(engine, contenders);
	} finally {
		await n8n.remove();
		await sandbox.stop();
		await extensions.remove();
	}
}

async function enter(n8n: TriggerN8n, sandbox: { url: string; apiKey: string }): Promise<Contender[]> {
	const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	const contender = async (
		name: string,
		trigger: WorkflowNode,
		path: string,
		sign: Contender['sign'],
	): Promise<Contender> => {
		const workflow = await n8n.client.createWorkflow(
			chainOf(name, [trigger, node('Reached', 'n8n-nodes-base.noOp')]),
		);
		await n8n.client.activateWorkflow(workflow);
		return {
			name,
			workflowId: workflow.id,
			url: `${n8n.url}/webhook/${path}`,
			sign,
			seconds: [],
			milliseconds: [],
		};
	};
	const ours = async (name: string, options: object) => {
		const webhookId = randomUUID();
		const trigger = node(
			'Trigger',
			'n8n-nodes-voice-agent.voiceAgentTrigger',
			{ options },
			{
				webhookId,
				credentials: { voiceAgentApi: { id: credential, name: 'Service' } },
			},
		);
		return await contender(name, trigger, `${webhookId}/webhook`, (body) =>
			signedWith(SECRETS.signingSecret, body),
		);
	};
	const slackCredential = await n8n.client.createCredential('Slack', 'slackApi', {
		accessToken: 'xoxb-none',
		signatureSecret: SLACK_SECRET,
	});
	const [nothing, slack, webhook] = [randomUUID(), randomUUID(), randomUUID()];
	return [
		await ours('Voice Agent Trigger', {}),
		await ours('… without de-duplication', { deduplicate: false }),
		await ours('… window 100', { deduplicationWindow: 100 }),
		await ours('… window 10,000', { deduplicationWindow: 10_000 }),
		await contender(
			'Trigger that does nothing',
			node('Trigger', 'CUSTOM.doNothing', {}, { webhookId: nothing }),
			`${nothing}/webhook`,
			() => ({}),
		),
		await contender(
			'Slack Trigger',
			node(
				'Trigger',
				'n8n-nodes-base.slackTrigger',
				{ trigger: ['any_event'], watchWorkspace: true, options: {} },
				{
					webhookId: slack,
					credentials: { slackApi: { id: slackCredential, name: 'Slack' } },
				},
			),
			`${slack}/webhook`,
			(body) => {
				const time = String(Math.floor(Date.now() / 1000));
				const digest = createHmac('sha256', SLACK_SECRET).update(`v0:${time}:${body}`).digest('hex');
				return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` };
			},
		),
		await contender(
			'Webhook node',
			node(
				'Trigger',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path: webhook, options: {} },
				{
					webhookId: webhook,
					typeVersion: 2,
				},
			),
			webhook,
			() => ({}),
		),
	];
}

/** One body for all: Slack's names beside the service's. */
const bodyOf = (id: string): string =>
	JSON.stringify({ id, event: 'sms.received', type: 'event_callback', data: { body: 'Hello'.repeat(50) } });

let count = 0;

async function round(n8n: TriggerN8n, contender: Contender, events: number): Promise<void> {
	const runs = () => readSqliteRuns(n8n.userFolder, contender.workflowId);
	const before = runs().length;
	const ids = Array.from({ length: events }, () => `evt-${++count}`);
	const begun = performance.now();
	await inParallel(ids, WIDTH, async (id) => {
		const body = bodyOf(id);
		const sent = performance.now();
		const { status } = await post(contender.url, body, contender.sign(body));
		if (status !== 200) throw new Error(`${contender.name} answered ${status}`);
		contender.milliseconds.push(performance.now() - sent);
	});
	contender.seconds.push((performance.now() - begun) / 1000);
	// What still runs would slow down the next.
	const after = await until(runs, (all) => all.length >= before + events && !all.some(isOpen), 120_000);
	const failed = after.filter(({ reached }) => !reached).length;
	if (failed > 0) throw new Error(`${contender.name}: ${failed} events did not run`);
}

function report(engine: string, contenders: Contender[]): void {
	const rate = ({ seconds }: Contender) => EVENTS / quantile(seconds, 0.5);
	const floor = contenders.find(({ name }) => name === 'Trigger that does nothing');
	printTable(
		`Expression engine: ${engine}; ${ROUNDS} rounds of ${EVENTS} events, ${WIDTH} at once, in turn`,
		contenders.map((contender) => ({
			trigger: contender.name,
			'events a second': rate(contender),
			'of the floor': floor ? rate(contender) / rate(floor) : 0,
			'median, ms': quantile(contender.milliseconds, 0.5),
			'99th percentile, ms': quantile(contender.milliseconds, 0.99),
		})),
	);
}

const quantile = (values: number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function main(): Promise<void> {
	for (const engine of ENGINES) await compete(engine);
}

void main();
