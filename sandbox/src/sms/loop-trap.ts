import type { Conversations } from '../conversations/conversations.ts';
import type { Message } from '../messages/message.ts';

/** Section 8: from this copy in a row on, `sms.received` does not fire. */
const LOOP_TRAP_THRESHOLD = 3;
/** Section 6: opt-out and opt-in replies always fire. The words are those that carriers know. */
const OPT_WORDS = new Set([
	'STOP',
	'STOPALL',
	'UNSUBSCRIBE',
	'CANCEL',
	'END',
	'QUIT',
	'OPTOUT',
	'REVOKE',
	'START',
	'UNSTOP',
	'YES',
	'OPTIN',
	'SUBSCRIBE',
]);

/**
 * Section 6, `sms.received`: whether an inbound message is the same text again
 * and again from one sender to one number.
 */
export function isLoop(
	{ from_number: from, to_number: to, body: copy }: Message,
	conversations: Conversations,
): boolean {
	const text = copy.trim();
	if (OPT_WORDS.has(text.toUpperCase())) return false;
	const last = conversations.findLastInbound('sms', from, to);
	return last !== undefined && last.text === text && last.copies >= LOOP_TRAP_THRESHOLD;
}
