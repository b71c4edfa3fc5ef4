import type { Browser } from 'playwright-core';
import { Editor } from '../../scripts/editor.ts';
import { describeInBrowser, launchBrowser } from '../../sandbox/test/support/browser.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { prepareTimeoutMs } from './support/prepared.ts';
import { SECRETS } from '../engine/support/hostile-requests.ts';
import { eventBody, OWNER, post, signedWith, TriggerN8n, until } from './support/trigger-n8n.ts';
import { isOpen, readSqliteRuns } from './support/trigger-runs.ts';

const testTimeoutMs = 400_000;
/** These are among what the sandbox begins with, and the contact wrote an hour ago; the stranger never has. */
const agent = 'Appointment reminders';
const chatAppNumberId = '106540352242922';
const contact = '14155550123';
const stranger = '+14155550199';

describeInBrowser('n8n in a browser', () => {
	let sandbox: Sandbox;
	let n8n: TriggerN8n;
	let browser: Browser;
	let editor: Editor;

	/** What a part of the page shows, once it shows this. */
	const shown = async (part: string, expected: RegExp): Promise<string> =>
		await until(
			() => editor.at(part).innerText(),
			(text) => expected.test(text),
			120_000,
		);

	/** Adds the node to a new workflow by an entry of its list of actions. */
	const beginWithAction = async (action: string) => {
		await editor.beginWorkflow();
		await (await editor.findNode('sms', 'Voice Agent')).click();
		await editor.at('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await editor.page.getByText(action, { exact: true }).click();
		await editor.at('node-parameters').waitFor();
	};

	/** Saves the open credential, whose key is checked by that. */
	const saveWithKey = async (apiKey: string) => {
		await editor.fill('apiKey', apiKey);
		await editor.at('credential-save-button').click();
	};

	beforeAll(async () => {
		sandbox = await startSandbox();
		n8n = await TriggerN8n.start();
		browser = await launchBrowser();
		editor = await Editor.signIn(browser, n8n.url, OWNER);
	}, prepareTimeoutMs);

	afterAll(async () => {
		await browser?.close();
		await n8n?.remove();
		await sandbox?.stop();
	}, 60_000);

	// One person's way: each test goes on with what the one before has left, a credential above all.

	test(
		'the node is found by its name and by what it is for',
		async () => {
			await editor.beginWorkflow();
			for (const words of ['voice agent', 'webhook', 'SMS', 'call', 'phone', 'chat', 'voice', 'campaign']) {
				await (await editor.findNode(words, 'Voice Agent')).waitFor();
			}
		},
		testTimeoutMs,
	);

	test(
		'a credential with a wrong key turns red and says why; with the right key it turns green',
		async () => {
			await beginWithAction('Get many agents');
			await editor.at('node-credentials-empty-state').getByRole('button').click();
			await editor.fill('baseUrl', sandbox.url);

			await saveWithKey(`svc_${'0'.repeat(40)}`);
			await shown('editCredential-modal', /Couldn.t connect with these settings/);
			await editor.page.getByText('More details').click();
			await shown('editCredential-modal', /The API Key is not accepted: it is wrong or was revoked/);

			// n8n closes the dialog of a new credential as soon as it works, and tests it again when it is opened.
			await saveWithKey(sandbox.apiKey);
			await editor.at('editCredential-modal').waitFor({ state: 'hidden' });
			await editor.at('credential-edit-button').click();
			await shown('editCredential-modal', /Connection tested successfully/);
		},
		testTimeoutMs,
	);

	test(
		'an agent that was chosen from the list comes out of the step',
		async () => {
			await beginWithAction('Get many agents');
			await editor.choose('resource', 'Agent');
			await editor.choose('operation', 'Get');
			await editor.chooseFromList('agentId', agent);
			await editor.at('node-execute-button').click();
			expect(await shown('output-panel', new RegExp(agent))).toMatch(/1 item[^]*outbound/);
		},
		testTimeoutMs,
	);

	test(
		'a person who wrote is chosen from the list and gets the message; one that cannot be sent says why',
		async () => {
			await beginWithAction('Send a chat-app message');
			await editor.chooseFromList('phoneNumberId', chatAppNumberId);
			await editor.chooseFromList('recipientWaId', `${contact}, 2`);
			expect(await editor.at('rlc-input', editor.at('resource-locator-recipientWaId')).inputValue()).toMatch(
				/^14155550123, 22 h \d+ min left: /,
			);
			await editor.fill('message', 'Hello');
			await editor.at('node-execute-button').click();
			expect(await shown('output-panel', /success/)).toMatch(/outbound/);

			await editor.enterByHand('recipientWaId', stranger);
			await editor.at('node-execute-button').click();
			expect(await shown('output-panel', /The recipient has not written in the last 24 hours/)).toContain(
				'within 24 hours of the last message from the recipient',
			);

			await editor.enterByHand('recipientWaId', 'Ada');
			await editor.at('node-execute-button').click();
			await editor.page.getByText('Enter a number with its country code').waitFor();
		},
		testTimeoutMs,
	);

	test(
		'the panel of the trigger tells where its URL goes and where its secret comes from',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('sms', 'Voice Agent')).click();
			await editor.page.getByText('On sms received', { exact: true }).click();
			const panel = await shown('node-parameters', /Webhook URLs/);
			expect(panel).toMatch(/Production URL/);
			expect(panel).toMatch(/dashboard/);
			expect(panel).toMatch(/whsec_/);
			// The steps stand below each other: the editor drops most tags of a notice.
			await shown('node-parameters', /1\. Copy[^\n]*\n+2\. In the service/);

			await editor.page.getByText('Webhook URLs').click();
			await editor.at('radio-button-production').click();
			await shown('node-parameters', new RegExp(`${n8n.url}/webhook/[0-9a-f-]{36}/webhook`));
		},
		testTimeoutMs,
	);

	test(
		'the trigger shows the set-up of chat-app messages, and a repeated event says why it ends there',
		async () => {
			const { signingSecret } = SECRETS;
			const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
			const { workflow, url } = await n8n.listen(credential, {
				events: ['sms.received', 'chatapp.received'],
			});
			await editor.openWorkflow(workflow.id);
			await editor.openNode('Trigger');
			await shown('node-parameters', /chat-app account to the Production URL followed by \?token=/);

			const runs = () => readSqliteRuns(n8n.userFolder, workflow.id);
			for (const count of [1, 2]) {
				await post(url, eventBody('evt-same'), signedWith(signingSecret, eventBody('evt-same')));
				await until(runs, (all) => all.length === count && !all.some(isOpen), 60_000);
			}
			await editor.go(`/workflow/${workflow.id}/executions/${runs().at(-1)?.id}`);
			await editor.openNode('Trigger');
			await shown('output-panel', /This event ran before[^]*deliveryKey/);
		},
		testTimeoutMs,
	);

	test(
		'a person asks by chat app, sees the node waiting, replies in the dashboard and sees the run finish',
		async () => {
			const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
			const { url } = await n8n.listen(credential, { events: ['chatapp.received'] });
			await sandbox.control('PATCH', `/chatapp-accounts/${chatAppNumberId}`, {
				webhook_url: `${url}?token=${SECRETS.chatAppToken}`,
			});
			const action = 'Send a message and wait for the reply';
			await beginWithAction(action);
			await editor.enterByHand('phoneNumberId', chatAppNumberId);
			await editor.enterByHand('recipientWaId', '14155550123');
			await editor.fill('message', 'Shall we book the table?');
			await editor.choose('responseType', 'Approve or Decline');
			await editor.closeNode();
			await editor.at('execute-workflow-button').click();
			await editor.page.locator('[data-test-id="canvas-node"].waiting').waitFor();
			await editor.openNode(action);
			await shown('output-panel', /Waiting for a reply by chat app/);

			const dashboard = await browser.newPage();
			await dashboard.goto(`${sandbox.url}/dashboard/#/messages`);
			const asked = dashboard.getByRole('row', { name: /Shall we book the table/ });
			await asked.getByRole('button', { name: 'Reply as 14155550123' }).click();
			await dashboard.getByRole('dialog').getByLabel('Text').fill('Yes, please!');
			await dashboard.getByRole('dialog').getByRole('button', { name: 'Send reply' }).click();
			await dashboard.getByRole('dialog').waitFor({ state: 'detached' });
			await dashboard.close();

			await shown('output-panel', /Yes, please!/);
		},
		testTimeoutMs,
	);

	test(
		'an AI agent finds the node among its tools for human review',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('ai agent', 'AI Agent')).click();
			await editor.closeNode();
			const tools = editor.at('canvas-node-input-handle').filter({ hasText: /^\s*Tool/ });
			await editor.at('canvas-handle-plus', tools).click();
			await editor.page.getByText('Human review', { exact: true }).first().click();
			await editor.page.getByText('Voice Agent', { exact: true }).first().click();
			await editor.page.getByRole('button', { name: 'Add to workflow' }).click();
			const panel = await shown('node-parameters', /Recipient/);
			expect(panel).toMatch(/Approval Options/);
			expect(panel).not.toMatch(/Response Type|Operation/);
		},
		testTimeoutMs,
	);

	test(
		'an AI agent finds the node among its tools',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('ai agent', 'AI Agent')).click();
			await editor.closeNode();
			const tools = editor.at('canvas-node-input-handle').filter({ hasText: /^\s*Tool/ });
			await editor.at('canvas-handle-plus', tools).click();
			await (await editor.findNode('sms', 'Voice Agent Tool')).click();
			await shown('node-parameters', /Tool Description/);
		},
		testTimeoutMs,
	);
});
