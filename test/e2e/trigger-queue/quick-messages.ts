/** People who write several quick messages by chat app, and a workflow that answers them; in a real n8n. */
import { setTimeout as delay } from 'node:timers/promises';
import { node } from '../../../playground/workflow.ts';
import type { WorkflowNode } from '../../../playground/n8n-client.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import type { WrittenMessage } from '../../support/message-bursts.ts';
import { SECRETS } from '../../support/hostile-requests.ts';
import { BUSINESS_NUMBER } from '../../support/asking-people.ts';
import type { Listening, TriggerN8n } from '../../support/real-n8n.ts';

/** The seconds without a message after which a person is answered. */
const PAUSE_SECONDS = 5;

/** What the answers say: which messages they are for. */
const NEW_IDS =
	"={{ $('Conversation').item.json.messages.slice(-$('Conversation').item.json.newMessages).map(({ id }) => id).join(' ') }}";

const wait = (name: string, seconds: number): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.wait',
		{ amount: seconds, unit: 'seconds' },
		{ typeVersion: 1.1, webhookId: name },
	);

/**
 * Activates a workflow that answers the chat-app messages of a sandbox as docs/chat-agents.md says. Another wait
 * stands for the AI agent.
 * @param url the address at which the sandbox reaches n8n
 */
export async function startAnswering(
	{ n8n, url }: { n8n: TriggerN8n; url: string },
	sandbox: Sandbox,
): Promise<Listening> {
	const id = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	const voiceAgent = (name: string, operation: string, parameters: Record<string, unknown>) =>
		node(
			name,
			'n8n-nodes-voice-agent.voiceAgent',
			{ resource: 'message', operation, ...parameters },
			{ credentials: { voiceAgentApi: { id, name: 'Service' } } },
		);
	const readIfNewest = (name: string) =>
		voiceAgent(name, 'getConversation', {
			findBy: 'message',
			messageId: { __rl: true, mode: 'id', value: "={{ $('Trigger').item.json.message.id }}" },
			options: { onlyIfNewest: true },
		});
	const isUnanswered = node(
		'Unanswered',
		'n8n-nodes-base.if',
		{
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{
						id: 'new',
						leftValue: '={{ $json.newMessages }}',
						rightValue: 0,
						operator: { type: 'number', operation: 'gt' },
					},
				],
				combinator: 'and',
			},
			options: {},
		},
		{ typeVersion: 2.2 },
	);
	const answer = voiceAgent('Answer', 'send', {
		phoneNumberId: { __rl: true, mode: 'id', value: BUSINESS_NUMBER },
		recipientWaId: { __rl: true, mode: 'id', value: '={{ $json.contact }}' },
		message: NEW_IDS,
	});
	const listening = await n8n.listen(id, { events: ['chatapp.received'] }, [
		wait('Pause', PAUSE_SECONDS),
		readIfNewest('Conversation'),
		isUnanswered,
		wait('Agent', 1),
		readIfNewest('Still Newest'),
		answer,
	]);
	const webhookUrl = `${url}/webhook/${listening.webhookId}/webhook?token=${SECRETS.chatAppToken}`;
	await sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS_NUMBER}`, { webhook_url: webhookUrl });
	return listening;
}

/** Lets people write at their times. @returns the IDs of their messages */
export async function writeQuickly(
	sandbox: Sandbox,
	people: string[],
	messages: WrittenMessage[],
): Promise<string[]> {
	const start = Date.now();
	return await Promise.all(
		messages.map(async ({ time, person }, index) => {
			await delay(start + time - Date.now());
			const { message } = await sandbox.control('POST', '/events/chatapp.received', {
				from_number: people[person],
				body: `message ${index}`,
			});
			return message.id;
		}),
	);
}

/** Returns the IDs of the messages that each answer was for. */
export async function readAnswers(sandbox: Sandbox): Promise<string[][]> {
	const requests = await sandbox.requests({ path: '/functions/v1/send-chatapp-message', status: 200 });
	return requests.map(({ body }) => body.message.split(' '));
}
