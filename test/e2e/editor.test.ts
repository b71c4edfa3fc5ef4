import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { Editor } from '../../scripts/editor.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { exampleNodes } from './editor/example-nodes.ts';
import { agentNode, modelAccess, modelNode, startModel, withSubNodes } from './support/fake-model.ts';
import type { Model } from './support/fake-model.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { OWNER, TriggerN8n } from './support/real-n8n.ts';
import { readSqliteRuns } from './support/stored-runs.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';

const testTimeoutMs = 400_000;
/**
 * These are among what the sandbox begins with, and the contact wrote an hour ago; the stranger never has.
 */
const chatAppNumberId = '106540352242922';
const contact = '14155550123';
const stranger = '+14155550199';
const askAction = 'Send message and wait for response';

describeInBrowser('n8n in a browser', () => {
	let sandbox: Sandbox;
	let n8n: TriggerN8n;
	let browser: Browser;
	let editor: Editor;
	let model: Model;

	/** Returns the text of a part of the page, once it matches. */
	const shown = async (part: string, expected: RegExp): Promise<string> =>
		await until(
			() => editor.at(part).innerText(),
			(text) => expected.test(text),
			120_000,
		);

	/** Adds the node by an entry of its list of actions, from the panel that is open. */
	const addAction = async (action: string) => {
		await (await editor.findNode('sms', 'Voice Agent')).click();
		await editor.at('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await editor.page.getByText(action, { exact: true }).click();
		await editor.at('node-parameters').waitFor();
	};

	/** Opens the panel in which to choose what is connected to an input of a node, e.g. its Memory. */
	const openSubNodes = async (name: string, input: RegExp) => {
		const root = editor.at('canvas-node').filter({ hasText: name });
		const handle = editor.at('canvas-node-input-handle', root).filter({ hasText: input });
		await editor.at('canvas-handle-plus', handle).click();
	};

	/** Opens the panel in which to search for the tools of a node. */
	const openTools = async (name: string) => await openSubNodes(name, /^\s*Tool/);

	/** Adds the review by chat app to the AI agent and opens its panel. */
	const addReview = async () => {
		await openTools('AI Agent');
		await editor.page.getByText('Human review', { exact: true }).first().click();
		await editor.page.getByText('Voice Agent', { exact: true }).first().click();
		await editor.page.getByRole('button', { name: 'Add to workflow' }).click();
	};

	/** Stores an AI agent that is chatted with, and opens it. */
	const storeAgent = async () => {
		const openAi = await n8n.client.createCredential('Model', 'openAiApi', modelAccess(model));
		const chat = node(
			'Chat',
			'@n8n/n8n-nodes-langchain.chatTrigger',
			{ options: {} },
			{ typeVersion: 1.4, webhookId: randomUUID() },
		);
		const aiAgent = { ...agentNode({ promptType: 'auto' }), name: 'AI Agent' };
		const chatModel: WorkflowNode = { ...modelNode(openAi), position: [0, 300] };
		const file = chainOf('Agent', [chat, aiAgent]);
		const { id } = await n8n.client.createWorkflow(
			withSubNodes(file, 'AI Agent', { ai_languageModel: chatModel }),
		);
		await editor.chooseWorkflow(id);
	};

	/** Saves the open credential, whose key is checked by that. */
	const saveWithKey = async (apiKey: string) => {
		await editor.fill('apiKey', apiKey);
		await editor.at('credential-save-button').click();
	};

	const closeCredential = async () => {
		await editor.at('editCredential-modal').getByRole('button', { name: 'Close this dialog' }).click();
		await editor.at('editCredential-modal').waitFor({ state: 'hidden' });
	};

	/** Publishes the workflow that is open. @returns its id, once n8n has published it */
	const publish = async (): Promise<string> => {
		await editor.at('workflow-open-publish-modal-button').click();
		await editor.at('workflow-publish-button').click();
		await editor.page.getByText('Workflow published').waitFor();
		await editor.page.getByRole('button', { name: 'Got it' }).click();
		const id = /workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? '';
		await until(
			() => n8n.client.call<{ status: string }>('GET', `/rest/workflows/${id}/publication-status`),
			({ status }) => status === 'published',
			60_000,
		);
		return id;
	};

	/** Copies the Production URL from the panel of the trigger that is open. */
	const copyProductionUrl = async (): Promise<string> => {
		const { page } = editor;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.getByText('Webhook URLs', { exact: true }).click();
		await editor.at('radio-button-production').click();
		await editor.at('node-parameters').getByText(`${n8n.url}/webhook/`).click();
		await page.getByText('URL copied', { exact: true }).waitFor();
		return await page.evaluate<string>('navigator.clipboard.readText()');
	};

	/** Fills the panel of a question that is open with whom to ask. */
	const chooseContact = async () => {
		await shown('node-parameters', /needs a published Voice Agent Trigger[^]*Set it up/);
		await editor.chooseFromList('phoneNumberId', chatAppNumberId);
		await editor.chooseFromList('recipientWaId', contact);
	};

	/** Begins a workflow that asks the contact. */
	const beginAsking = async (question: string) => {
		await editor.beginWorkflow();
		await addAction(askAction);
		await chooseContact();
		await editor.fill('message', question);
	};

	/** Runs the workflow that asks until it waits, and opens its question. */
	const runUntilAsked = async () => {
		await editor.closeNode();
		await editor.at('execute-workflow-button').click();
		await editor.page.locator('[data-test-id="canvas-node"].waiting').waitFor();
		await editor.openNode(askAction);
		await shown('output-panel', /Waiting for a reply by chat app/);
	};

	/** Answers the message that holds these words as the contact. @returns the message */
	const reply = async (words: string, answer: string): Promise<string> => {
		const { body } = await sandbox.waitForMessage({ to: contact, text: new RegExp(words) });
		await sandbox.reply({ body: answer });
		return body;
	};

	/** Waits until the open panel of the question shows this answer. */
	const answered = async (answer: RegExp) => {
		const panel = editor.at('output-panel');
		await until(
			async () => {
				// Asked for each time: when the reply arrives, the panel goes back to the schema.
				await editor.at('radio-button-json', panel).click();
				return await panel.innerText();
			},
			(text) => answer.test(text),
			120_000,
		);
	};

	beforeAll(async () => {
		sandbox = await startSandbox();
		n8n = await TriggerN8n.share('full');
		browser = await launchBrowser();
		editor = await Editor.signIn(browser, n8n.url, OWNER);
		model = await startModel();
	}, prepareTimeoutMs);

	afterAll(async () => {
		await browser?.close();
		await n8n?.remove();
		await model?.stop();
		await sandbox?.stop();
	}, 60_000);

	// One person's way: each test goes on with what the one before has left, a credential above all.

	test(
		'the node is found by its name and by what it is for',
		async () => {
			await editor.beginWorkflow();
			for (const words of ['voice agent', 'text message', 'missed call']) {
				const entry = await editor.findNode(words, 'Voice Agent');
				await entry
					.getByText(/Starts the workflow when .* Actions send messages and run batch calls/)
					.waitFor();
			}
		},
		testTimeoutMs,
	);

	test(
		'a credential with a wrong key turns red and says why; with the right key it turns green',
		async () => {
			await addAction('Get many agents');
			await editor.at('node-credentials-empty-state').getByRole('button').click();
			await editor.fill('baseUrl', sandbox.url);

			await saveWithKey(`svc_${'0'.repeat(40)}`);
			await shown('editCredential-modal', /Couldn.t connect with these settings/);
			await editor.page.getByText('More details').click();
			await shown('editCredential-modal', /The 'API Key' is not accepted: it is wrong or was revoked/);

			// n8n closes the dialog of a new credential as soon as it works, and tests it again when it is opened.
			await saveWithKey(sandbox.apiKey);
			await editor.at('editCredential-modal').waitFor({ state: 'hidden' });
			await editor.at('credential-edit-button').click();
			await shown('editCredential-modal', /Connection tested successfully/);
			await closeCredential();
		},
		testTimeoutMs,
	);

	test(
		'a person who wrote is chosen from the list and gets the message; one that cannot be sent says why',
		async () => {
			await editor.beginWorkflow();
			await addAction('Send chat-app message');
			await editor.chooseFromList('phoneNumberId', chatAppNumberId);
			await editor.chooseFromList('recipientWaId', contact);
			// n8n stores what it shows here with the workflow, so it may hold no words of a customer.
			expect(await editor.at('rlc-input', editor.at('resource-locator-recipientWaId')).inputValue()).toBe(
				contact,
			);
			await editor.fill('message', 'Hello');
			await editor.at('node-execute-button').click();
			expect(await shown('output-panel', /success/)).toMatch(/outbound/);

			await editor.enterByHand('recipientWaId', stranger);
			await until(
				async () => {
					// n8n takes over what was typed a moment later.
					await editor.at('node-execute-button').click();
					return await editor.at('output-panel').innerText();
				},
				(text) =>
					/More than 24 hours have passed[^]*within 24 hours of the last message from the recipient/.test(
						text,
					),
				60_000,
			);
		},
		testTimeoutMs,
	);

	test(
		'the panel of the trigger tells where its URL and its secret belong; a sample event is pasted as it says',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('sms', 'Voice Agent')).click();
			await editor.page.getByText('On SMS received', { exact: true }).click();
			// The steps stand below each other: the editor drops most tags of a notice.
			const panel = await shown(
				'node-parameters',
				/1\. In the dashboard, set the Test URL[^\n]*\n+2\. Copy the 'Signing Secret'/,
			);
			expect(panel).toMatch(/3\. Test with an event[^]*4\. Publish, and set the Production URL/);
			expect(panel).not.toMatch(/\?token=/);
			const link = editor.at('node-parameters').getByRole('link', { name: 'sample event' });
			const page = /\/blob\/main\/(.*)$/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
			const document = await readFile(join(__dirname, '../..', page), 'utf8');
			const [, sample = ''] = /## SMS Received\n\n```json\n([^]*?)```/.exec(document) ?? [];

			const output = editor.at('output-panel');
			await output.getByText('set mock data', { exact: true }).click();
			await output.locator('.cm-content').fill(sample);
			// A busy editor may lose a click.
			const save = output.getByRole('button', { name: 'Save' });
			await until(
				async () => {
					if (await save.isVisible()) await save.click();
					return await output.innerText();
				},
				(text) => /1 item/.test(text),
				120_000,
				2_000,
			);

			await editor.closeNode();
			await editor.at('canvas-handle-plus').first().click();
			await (await editor.findNode('edit fields', 'Edit Fields (Set)')).click();
			await editor.at('node-parameters').waitFor();
			await shown('ndv-input-panel', /message[^]*contact[^]*text[^]*Can I move my appointment/);
		},
		testTimeoutMs,
	);

	test(
		'chat-app messages arrive after the steps in the panel of the trigger',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('chat app', 'Voice Agent')).click();
			await editor.page.getByText('On chat-app message received', { exact: true }).click();
			const panel = await shown('node-parameters', /Chat App Token/);
			expect(panel.match(/^\d\. .*/gm)).toEqual([
				"1. Enter a 'Chat App Token' in the credential. Why a token?",
				'2. Add ?token= and that token to the Test URL.',
				"3. Set it on the dashboard's chat-app account, and test.",
				'4. Publish, and set the Production URL in the same way.',
			]);

			const token = randomBytes(12).toString('hex');
			await editor.at('credential-edit-button').click();
			await editor.fill('chatAppToken', token);
			await editor.at('credential-save-button').click();
			// It was tested when it was opened, too.
			await shown('credential-save-button', /^Saved$/);
			await shown('editCredential-modal', /Connection tested successfully/);
			await closeCredential();
			const url = await copyProductionUrl();
			await sandbox.setChatAppWebhookUrl(`${url}?token=${token}`);
			await editor.closeNode();
			const listening = await publish();

			await sandbox.control('POST', '/events/chatapp.received', { from_number: contact, body: 'Hello' });
			await until(
				() => readSqliteRuns(n8n.userFolder, listening),
				(runs) => runs.length === 1 && runs[0]?.status === 'success',
				60_000,
			);
		},
		testTimeoutMs,
	);

	test(
		'a person asks for an approval, sees the node waiting and sees that the reply approves',
		async () => {
			await beginAsking('Shall we book the table?');
			await runUntilAsked();
			expect(await reply('Shall we book the table?', 'Yes, of course!')).toBe(
				'Shall we book the table?\n\nReply yes or no.',
			);
			await answered(/"text":\s*"Yes, of course!"[^]*"approved":\s*true/);
		},
		testTimeoutMs,
	);

	test(
		'an AI agent has a tool that runs once the person has approved it, another one, and a memory',
		async () => {
			await storeAgent();
			await addReview();
			expect(await shown('node-parameters', /Recipient/)).not.toMatch(/Response Type|Operation/);
			await chooseContact();
			await editor.closeNode();
			await openTools('Voice Agent');
			await (await editor.findNode('calculator', 'Calculator')).click();
			await editor.closeNode();

			model.script([
				{
					tools: [
						{ name: 'Calculator', arguments: { toolParameters: { input: '6 * 7' }, hitlParameters: {} } },
					],
				},
				{ text: 'Six times seven is forty-two.' },
			]);
			await editor.at('workflow-chat-button').click();
			await editor.at('chat-input').fill('How much is six times seven?');
			await editor.page.keyboard.press('Enter');
			await editor.page.locator('[data-test-id="canvas-node"].waiting').waitFor();
			expect(await reply('Calculator', 'Yes, of course!')).toBe(
				'The agent wants to run this tool: Calculator\n\nInput:\n{"input":"6 * 7"}\n\nReply yes or no.',
			);
			// n8n's chat does not show what an execution puts out after it has waited.
			await editor.openNode('AI Agent');
			await shown('output-panel', /Six times seven is forty-two\./);
			expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('42');

			await editor.closeNode();
			await openTools('AI Agent');
			await (await editor.findNode('sms', 'Voice Agent Calls and Messages Tool')).click();
			await shown('node-parameters', /Tool Description/);
			await editor.closeNode();
			await openSubNodes('AI Agent', /^\s*Memory/);
			await editor.page.getByText('Voice Agent Conversation Memory', { exact: true }).first().click();
			await editor.page.getByRole('button', { name: 'Add to workflow' }).click();
			await shown('node-parameters', /Find By[^]*Behind a Voice Agent Trigger/);
		},
		testTimeoutMs,
	);
});

describe('the examples', exampleNodes);
