import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { EVENT_EXAMPLES } from '../../sandbox/src/openapi/event-examples.ts';
import type { EventName } from '../../sandbox/src/webhooks/events.ts';

/** The path of the page with a sample of each event to paste into n8n. */
export const sampleEventsPage = 'docs/sample-events.md';

type Item = Record<string, unknown>;

/** The functions of the package that the page shows at work. */
interface Package {
	readEventRecord: (event: string, payload: unknown) => { kind: string; record: Item } | undefined;
	readListedMessage: (message: Item) => Item;
	simplify: (record: Item, fields: readonly string[]) => Item;
	SIMPLIFIED_LISTED_MESSAGE: readonly string[];
}

async function importPackage(folder: string): Promise<Package> {
	const modules = ['eventRecord', 'simplify', 'records'].map(
		async (name) =>
			(await import(pathToFileURL(join(folder, 'nodes/shared/wire', `${name}.ts`)).href)) as Package,
	);
	return Object.assign({}, ...(await Promise.all(modules))) as Package;
}

const TITLES: Readonly<Record<EventName, string>> = {
	'call.completed': 'Call Completed',
	'chat.session.completed': 'Chat Session Completed',
	'chatapp.received': 'Chat-App Message Received',
	'sms.received': 'SMS Received',
	'sms.sent': 'SMS Sent',
};

/** The item that the Voice Agent Trigger would put out for an event. */
function itemFor(event: string, payload: Item, { readEventRecord }: Package): Item {
	const read = readEventRecord(event, payload);
	return {
		event,
		...(read && { [read.kind]: read.record }),
		payload,
		receivedAt: payload.created_at,
		deliveryKey: 'sample',
		verified: event === 'chatapp.received' ? 'token' : 'signature',
	};
}

const section = (title: string, item: Item): string =>
	`## ${title}\n\n\`\`\`json\n${JSON.stringify([item], null, 2)}\n\`\`\`\n`;

/** Writes the page: for each event, the item that the trigger puts out for the sandbox's example of it. */
export async function sampleEventsDocument(folder: string): Promise<string> {
	const nodes = await importPackage(folder);
	const events = Object.entries(TITLES).map(([event, title]) =>
		section(title, itemFor(event, EVENT_EXAMPLES[event as EventName] as Item, nodes)),
	);
	const { data: sms } = EVENT_EXAMPLES['sms.received'] as { data: Item };
	const polled = {
		...nodes.simplify(sms, nodes.SIMPLIFIED_LISTED_MESSAGE),
		message: nodes.readListedMessage(sms),
	};
	const text = [
		'# Sample events',
		'<!-- Made by npm run docs from what the triggers make of the examples of the sandbox. -->',
		`Build a workflow before the first event has come: open the trigger, choose **set mock data** in its output panel, replace what is there by one of
these samples, and save. The fields of \`call\`, \`message\` and \`chat\` can then be dragged into the other nodes. n8n uses mock data in the editor only.`,
		`People, numbers and IDs are made up. \`payload\` is what the local sandbox sends; your account may send other fields there, but \`call\`, \`message\` and
\`chat\` have the same names for every account. [Use what arrives](trigger.md#use-what-arrives) says what each field is, and what to do if one is absent.`,
		...events,
		section('Voice Agent Polling Trigger', polled),
	].join('\n\n');
	const page = join(folder, sampleEventsPage);
	return await format(text, { ...(await resolveConfig(page)), filepath: page });
}
