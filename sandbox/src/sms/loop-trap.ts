import type { Conversations } from '../conversations/conversations.ts';
import type { Message } from '../messages/message.ts';

/** Section 8: from this number of copies in a row on, `sms.received` does not fire. */
const LOOP_TRAP_THRESHOLD = 3;
/** Section 6: opt-out and opt-in replies always fire. These are the words that carriers recognize. */
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
 * Tells if an inbound message repeats the text of earlier ones from the same sender to the same number too
 * often (section 6, `sms.received`).
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
