import type { SeedName } from '../config.ts';
import { type DemoAccount, DEMO_CONTACT, CONTACTS, readDemo } from '../demo/index.ts';
import { keepDigits } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { HOUR_MS, MINUTE_MS, isoTime } from '../time.ts';
import type { Attachment, Message } from './message.ts';

/** A line of a seeded conversation, which is delivered unless it has another status. */
interface SeededLine {
	/** The author of the line: `agent` is the AI, `staff` is a person. */
	readonly from: 'contact' | 'agent' | 'staff';
	readonly text: string;
	readonly sentiment?: Message['sentiment'];
	readonly translation?: string;
	readonly media?: Attachment;
	readonly status?: 'pending' | 'sent';
	readonly failure?: {
		readonly status: 'failed' | 'undelivered';
		readonly code: string;
		readonly reason: string;
	};
}

/** The conversations of the demo account, by their topics. */
const CONVERSATIONS = readDemo('conversations') as Readonly<Record<string, readonly SeededLine[]>>;

/**
 * Adds a few hundred messages in two dozen threads on both channels; the demo contact's chat-app window is
 * open.
 */
export function seedMessages({ clock, demo, ids, messages }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	const now = clock.now();
	const [, ...contacts] = CONTACTS;
	const threads = contacts.flatMap(({ phone_number: number, conversations: [first, second] }, index) => [
		...toMessages(conversation(first), buildPair(number, index, demo), now - (index * 11 + 200) * HOUR_MS),
		...toMessages(conversation(second), buildPair(number, index, demo), now - (index * 7 + 26) * HOUR_MS),
	]);
	const history = [...threads, ...demoThreads(now, demo)];
	history.sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
	for (const message of history) {
		const carried = message.delivery_error === undefined && message.status !== 'pending';
		messages.create({ ...message, message_sid: carried ? `SM${ids.hex('carrier-message', 16)}` : null });
	}
}

/** Builds an SMS thread from yesterday, and a chat-app thread whose last inbound message is an hour old. */
function demoThreads(now: number, demo: DemoAccount) {
	const agentId = demo.agents.texts;
	const sms: Pair = { channel: 'sms', service: demo.serviceNumber, contact: DEMO_CONTACT.smsNumber, agentId };
	const chat: Pair = {
		channel: 'chatapp',
		service: demo.phoneNumberId,
		contact: DEMO_CONTACT.chatAppId,
		agentId,
	};
	const photo: SeededLine = {
		from: 'contact',
		text: 'This is the one I mean.',
		sentiment: 'neutral',
		media: { asset: 'photo', caption: 'The blue one' },
	};
	const question = { from: 'contact', text: 'Is it ready to collect?', sentiment: 'positive' } as const;
	return [
		...toMessages(conversation('appointment'), sms, now - 25 * HOUR_MS),
		...toMessages([...conversation('blue_lamp'), photo], chat, now - 30 * HOUR_MS),
		...toMessages([question], chat, now - HOUR_MS),
	];
}

interface Pair {
	readonly channel: Message['channel'];
	readonly service: string;
	readonly contact: string;
	/** The agent that writes on behalf of the account. */
	readonly agentId: string;
}

/**
 * Pairs a contact with a number of the account: every third contact uses the chat app, the others one of the
 * two text lines.
 */
function buildPair(number: string, index: number, demo: DemoAccount): Pair {
	const agentId = demo.agents.texts;
	if (index % 3 === 2) {
		return { channel: 'chatapp', service: demo.phoneNumberId, contact: keepDigits(number), agentId };
	}
	const service = index % 2 === 0 ? demo.serviceNumber : demo.numberFor('+14155550101');
	return { channel: 'sms', service, contact: number, agentId };
}

function conversation(about = ''): readonly SeededLine[] {
	return CONVERSATIONS[about] ?? [];
}

function toMessages(
	lines: readonly SeededLine[],
	{ channel, service, contact, agentId }: Pair,
	start: number,
) {
	return lines.map(({ from, text, status: left, failure, media, ...line }, index) => {
		const at = start + index * 4 * MINUTE_MS;
		const inbound = from === 'contact';
		const status = failure?.status ?? left ?? ('delivered' as const);
		return {
			sentiment: null,
			translation: null,
			...line,
			channel,
			direction: inbound ? 'inbound' : 'outbound',
			from_number: inbound ? contact : service,
			to_number: inbound ? service : contact,
			body: text,
			status,
			created_at: isoTime(at),
			delivered_at: status === 'delivered' ? isoTime(at + 2_000) : null,
			is_ai_generated: from === 'agent',
			agent_id: from === 'agent' ? agentId : null,
			// Only inbound chat-app messages have attachments (section 2).
			media: inbound && channel === 'chatapp' && media !== undefined ? [media] : [],
			...(failure && {
				delivery_error: { code: failure.code, reason: failure.reason, at: isoTime(at + 3_000) },
			}),
		} as const;
	});
}
