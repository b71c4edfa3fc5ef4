import { isoTime } from '../clock/clock.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import { DEMO_CONTACT, DEMO_PHONE_NUMBER_ID, DEMO_SERVICE_NUMBER, SEEDED_AGENTS } from '../demo.ts';
import type { Channel, NewMessage } from './message.ts';
import { SEEDED_CONVERSATIONS, type SeededLine } from './seeded-conversations.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How many people the history has. */
const CONTACTS = 24;

/** A few hundred messages over two dozen threads of both channels; the demo contact's chat-app window is open. */
export function seedMessages({ messages, clock, ids }: App, seed: SeedName): void {
	if (seed === 'empty') return;
	const now = clock.now();
	const history: NewMessage[] = [];
	for (let contact = 0; contact < CONTACTS; contact += 1) {
		const [first, second] = conversationsOf(contact);
		history.push(...toMessages(first, pairOf(contact), now - (contact * 11 + 200) * HOUR_MS));
		history.push(...toMessages(second, pairOf(contact), now - (contact * 7 + 26) * HOUR_MS));
	}
	history.push(...demoThread(now));
	history.sort((one, other) => ((one.created_at ?? '') < (other.created_at ?? '') ? -1 : 1));
	for (const message of history) {
		const carried = message.delivery_error === undefined && message.status !== 'pending';
		messages.create({ ...message, message_sid: carried ? `SM${ids.hex('carrier-message', 16)}` : null });
	}
}

interface Pair {
	readonly channel: Channel;
	readonly service: string;
	readonly contact: string;
}

/** Every third contact writes by chat app; the others to one of the two text lines. */
function pairOf(contact: number): Pair {
	const digits = `1415555${String(130 + contact).padStart(4, '0')}`;
	if (contact % 3 === 2) return { channel: 'chatapp', service: DEMO_PHONE_NUMBER_ID, contact: digits };
	const service = contact % 2 === 0 ? DEMO_SERVICE_NUMBER : '+14155550101';
	return { channel: 'sms', service, contact: `+${digits}` };
}

function conversationsOf(contact: number): [readonly SeededLine[], readonly SeededLine[]] {
	const count = SEEDED_CONVERSATIONS.length;
	const first = SEEDED_CONVERSATIONS[contact % count] ?? [];
	const second = SEEDED_CONVERSATIONS[(contact * 3 + 1) % count] ?? [];
	return [first, second];
}

function toMessages(lines: readonly SeededLine[], pair: Pair, start: number): NewMessage[] {
	return lines.map((line, index) => toMessage(line, pair, start + index * 4 * MINUTE_MS));
}

function toMessage(line: SeededLine, { channel, service, contact }: Pair, createdAt: number): NewMessage {
	const inbound = line.from === 'contact';
	const status = line.failure === undefined ? (line.status ?? 'delivered') : line.failure.status;
	const { failure } = line;
	return {
		channel,
		direction: inbound ? 'inbound' : 'outbound',
		from_number: inbound ? contact : service,
		to_number: inbound ? service : contact,
		body: line.text,
		status,
		created_at: isoTime(createdAt),
		delivered_at: status === 'delivered' ? isoTime(createdAt + 2_000) : null,
		is_ai_generated: line.from === 'agent',
		agent_id: line.from === 'agent' ? SEEDED_AGENTS.texts : null,
		sentiment: line.sentiment ?? null,
		translation: line.translation ?? null,
		// Section 2: attachments are inbound chat-app ones.
		media: inbound && channel === 'chatapp' && line.media !== undefined ? [line.media] : [],
		...(failure && {
			delivery_error: { code: failure.code, reason: failure.reason, at: isoTime(createdAt + 3_000) },
		}),
	};
}

/** The demo contact's: an SMS thread of yesterday, and a chat-app thread whose last inbound message is an hour old. */
function demoThread(now: number): NewMessage[] {
	const sms: Pair = { channel: 'sms', service: DEMO_SERVICE_NUMBER, contact: DEMO_CONTACT.smsNumber };
	const chat: Pair = { channel: 'chatapp', service: DEMO_PHONE_NUMBER_ID, contact: DEMO_CONTACT.chatAppId };
	const photo: SeededLine = {
		from: 'contact',
		text: 'This is the one I mean.',
		sentiment: 'neutral',
		media: { asset: 'photo', caption: 'The blue one' },
	};
	return [
		...toMessages(SEEDED_CONVERSATIONS[0] ?? [], sms, now - 25 * HOUR_MS),
		...toMessages([...(SEEDED_CONVERSATIONS[3] ?? []), photo], chat, now - 30 * HOUR_MS),
		toMessage(
			{ from: 'contact', text: 'Is it ready to collect?', sentiment: 'positive' },
			chat,
			now - HOUR_MS,
		),
	];
}
