import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from '../format.ts';
import { buildServer } from '../../sandbox/src/server.ts';
import { DEFAULT_CONFIG } from '../../sandbox/src/service/config.ts';
import type { EventName } from '../../sandbox/src/service/webhooks/rules.ts';

/** The path of the page with a sample of each event to paste into n8n. */
export const sampleEventsPage = 'docs/sample-events.md';

type Item = Record<string, unknown>;

/** The functions of the package that the page shows at work. */
interface Package {
	parseEventRecord: (event: string, payload: unknown) => { recordType: string; record: Item } | undefined;
}

async function importPackage(folder: string): Promise<Package> {
	return (await import(pathToFileURL(join(folder, 'nodes', 'VoiceAgentTrigger', 'run.ts')).href)) as Package;
}

/** SMS Sent has the same fields as SMS Received. */
const TITLES: Readonly<Record<Exclude<EventName, 'sms.sent'>, string>> = {
	'call.completed': 'Call Completed',
	'chat.session.completed': 'Chat Session Completed',
	'chatapp.received': 'Chat-App Message Received',
	'sms.received': 'SMS Received',
};

/** The item that the Voice Agent Trigger would put out for an event, with the beginning of its payload. */
function itemFor(event: string, payload: Item, { parseEventRecord }: Package): Item {
	const read = parseEventRecord(event, payload);
	const { id, created_at: createdAt } = payload;
	return {
		event,
		...(read && { [read.recordType]: read.record }),
		payload: { id, event, created_at: createdAt },
		receivedAt: createdAt,
		deliveryKey: 'sample',
		verified: event === 'chatapp.received' ? 'token' : 'signature',
	};
}

const section = (title: string, item: Item): string =>
	`## ${title}\n\n\`\`\`json\n${JSON.stringify([item], null, 2)}\n\`\`\`\n`;

/** Returns a complete body of each event, as the sandbox's OpenAPI document has it. */
async function readExamples(): Promise<Readonly<Record<EventName, Item>>> {
	const { app, close } = await buildServer(DEFAULT_CONFIG);
	const { webhooks } = app.swagger() as unknown as {
		webhooks: Record<EventName, { post: { requestBody: { content: Record<string, { example: Item }> } } }>;
	};
	await close();
	const examples = Object.entries(webhooks).map(([event, { post }]) => [
		event,
		post.requestBody.content['application/json']?.example,
	]);
	return Object.fromEntries(examples) as Record<EventName, Item>;
}

/** Writes the page: for each event, the item that the trigger puts out for the sandbox's example of it. */
export async function sampleEventsDocument(folder: string): Promise<string> {
	const nodes = await importPackage(folder);
	const examples = await readExamples();
	const events = Object.entries(TITLES).map(([event, title]) =>
		section(title, itemFor(event, examples[event as EventName], nodes)),
	);
	const text = [
		'# Sample events',
		'<!-- Made by npm run docs from what the triggers make of the examples of the sandbox. -->',
		`Build a workflow before the first event has come: open the trigger, choose **set mock data** in its output panel, paste one of these samples, and save. You can
then drag the fields of \`call\`, \`message\` and \`chat\` into the other nodes. n8n uses mock data in the editor only. The polling trigger
fetches a real message with **Fetch Test Event**.`,
		`People, numbers and IDs are made up. \`payload\` is shortened, because each account sends its own fields there. SMS Sent has the fields of SMS Received. [Use the data](trigger.md#use-the-data)
explains the fields.`,
		...events,
	].join('\n\n');
	return format(sampleEventsPage, text);
}
