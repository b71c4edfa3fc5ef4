import type { ListedMessage } from '../shared/wire/records';

export type Channel = 'sms' | 'chatapp';

/**
 * The channel of a message, which list-messages does not name. Your own number tells: on the SMS channel it is in E.164, with a
 * `+`; on the chat-app channel it is a numeric ID without one (interface section 2). The number of the other side does not: a
 * chat-app contact may have a `+` or not, and an SMS may come from a short code.
 */
export function channelOf({ direction, from_number: from, to_number: to }: ListedMessage): Channel {
	const own = direction === 'outbound' ? from : to;
	return String(own).trim().startsWith('+') ? 'sms' : 'chatapp';
}
