/** People who write several quick messages by chat app, and a workflow that answers them; in a real n8n. */
import { setTimeout as delay } from 'node:timers/promises';
import { node } from '../../../playground/workflow.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import type { WrittenMessage } from '../../support/message-bursts.ts';
import { SECRETS } from '../../support/hostile-requests.ts';
import { BUSINESS_NUMBER } from '../../support/asking-people.ts';
import type { Listening, TriggerN8n } from '../../support/real-n8n.ts';

/** The seconds without a message after which a person is answered. */
const PAUSE_SECONDS = 5;

/**
 * Activates a workflow that answers the chat-app messages of a sandbox once the person pauses. The answer says which
 * messages it is for.
 * @param url the address at which the sandbox reaches n8n
 */
export async function startAnswering(
	{ n8n, url }: { n8n: TriggerN8n; url: string },
	sandbox: Sandbox,
): Promise<Listening> {
	const id = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	const answer = node(
		'Answer',
		'n8n-nodes-voice-agent.voiceAgent',
		{
			resource: 'message',
			operation: 'send',
			phoneNumberId: { __rl: true, mode: 'id', value: BUSINESS_NUMBER },
			recipientWaId: { __rl: true, mode: 'number', value: '={{ $json.contact }}' },
			message: "={{ $json.messages.map(({ id }) => id).join(' ') }}",
		},
		{ credentials: { voiceAgentApi: { id, name: 'Service' } } },
	);
	const options = { waitForPause: PAUSE_SECONDS };
	const listening = await n8n.listen(id, { events: ['chatapp.received'], options }, [answer]);
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
