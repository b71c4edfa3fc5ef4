import type { ListedMessage } from './records';

export type Channel = 'sms' | 'chatapp';

type Ends = Pick<ListedMessage, 'direction' | 'from_number' | 'to_number'>;

/** Tells of the two ends of a message or a call which is the account, and which the person on the other side. */
export const orderEnds = <End>(direction: string, from: End, to: End): { own: End; other: End } =>
	direction === 'outbound' ? { own: from, other: to } : { own: to, other: from };

/**
 * The two ends of a message, as texts: the number of the account, and that of the person on the other side.
 */
export function conversationEnds({ direction, from_number: from, to_number: to }: Ends): {
	own: string;
	other: string;
} {
	const { own, other } = orderEnds(direction, from, to);
	return { own: String(own).trim(), other: String(other).trim() };
}

/**
 * The channel of a message, which list-messages does not name. Your own number tells: on the SMS
 * channel it is in E.164, with a `+`; on the chat-app channel it is a numeric ID without one
 * (interface section 2). The number of the other side does not: a chat-app contact may have a `+` or
 * not, and an SMS may come from a short code.
 */
export const readChannel = (message: Ends): Channel =>
	conversationEnds(message).own.startsWith('+') ? 'sms' : 'chatapp';
