/**
 * Events per second on the real n8n: this trigger with and without de-duplication, a trigger that does
 * nothing, n8n's Slack Trigger, which checks a signature with a credential, and n8n's Webhook node.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startSandbox } from '../../test/support/start-sandbox.ts';
import { SECRETS } from '../../test/support/hostile-requests.ts';
import { temporaryFolder } from '../../test/e2e/support/playground.ts';
import { node } from '../../playground/workflow.ts';
import { TriggerN8n } from '../../test/e2e/support/real-n8n.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { Contest } from './contest.ts';

const OURS = 'Voice Agent Trigger';
const FLOOR = 'Trigger that does nothing';
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

const signedForSlack = (body: string): Record<string, string> => {
	const time = String(Math.floor(Date.now() / 1000));
	const digest = createHmac('sha256', SLACK_SECRET).update(`v0:${time}:${body}`).digest('hex');
	return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` };
};

async function enterOthers(n8n: TriggerN8n, contest: Contest): Promise<void> {
	const id = await n8n.client.createCredential('Slack', 'slackApi', {
		accessToken: 'xoxb-none',
		signatureSecret: SLACK_SECRET,
	});
	const [nothing, slack, webhook] = [randomUUID(), randomUUID(), randomUUID()];
	await contest.enter(
		FLOOR,
		node('Trigger', 'CUSTOM.doNothing', {}, { webhookId: nothing }),
		`${nothing}/webhook`,
	);
	const slackParameters = { trigger: ['any_event'], watchWorkspace: true, options: {} };
	const credentials = { slackApi: { id, name: 'Slack' } };
	await contest.enter(
		'Slack Trigger',
		node('Trigger', 'n8n-nodes-base.slackTrigger', slackParameters, { webhookId: slack, credentials }),
		`${slack}/webhook`,
		signedForSlack,
	);
	const webhookParameters = { httpMethod: 'POST', path: webhook, options: {} };
	await contest.enter(
		'Webhook node',
		node('Trigger', 'n8n-nodes-base.webhook', webhookParameters, { webhookId: webhook, typeVersion: 2 }),
		webhook,
	);
}

async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const extensions = await temporaryFolder();
	await writeFile(join(extensions.path, 'DoNothing.node.js'), DO_NOTHING);
	// With all of n8n's nodes and the one that does nothing, which it would leave out otherwise.
	const n8n = await TriggerN8n.start({ N8N_CUSTOM_EXTENSIONS: extensions.path, NODES_INCLUDE: '[]' });
	try {
		const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
		const contest = new Contest(n8n);
		await contest.enterOurs(OURS, credential, {});
		await contest.enterOurs('… without de-duplication', credential, { deduplicate: false });
		await enterOthers(n8n, contest);
		await contest.warmUp();
		const shares = await contest.run('Triggers', FLOOR);
		compareWithLastRelease('higher', {
			'trigger throughput: to a trigger that does nothing': shares.get(OURS) ?? NaN,
		});
	} finally {
		await n8n.remove();
		await sandbox.stop();
		await extensions.remove();
	}
}

void main();
