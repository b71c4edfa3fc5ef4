import type { Conversations } from '../conversations/conversations.ts';
import { foldCase } from '../http/listing.ts';
import type { Message } from '../messages/message.ts';

/** Section 8: from this number of copies in a row on, `sms.received` does not fire. */
const LOOP_TRAP_THRESHOLD = 3;

/** The words of CTIA, Twilio and AWS with which a person opts out, and their forms in other languages. */
const OPT_OUT_WORDS = [
	...['STOP', 'STOP ALL', 'STOPALL', 'END', 'CANCEL', 'UNSUBSCRIBE', 'QUIT', 'OPT OUT', 'OPT-OUT', 'OPTOUT'],
	...[
		'REVOKE',
		'REMOVE',
		'TD',
		'ARRET',
		'ARRÊT',
		'ALTO',
		'BAJA',
		'CANCELAR',
		'FIN',
		'PARAR',
		'SAIR',
		'STOPP',
	],
	...['ABMELDEN', 'ABBESTELLEN', 'ANNULLA', 'AFMELDEN', 'AFMELD', 'AVMELD', 'AVSLUTA', 'WYPISZ', 'СТОП'],
	...['停止', '配信停止', '退订', '退訂', '수신거부'],
];
const OPT_IN_WORDS = ['START', 'UNSTOP'];
const OPT_WORDS = new Set([...OPT_OUT_WORDS, ...OPT_IN_WORDS].map(foldCase));

/**
 * Tells if an inbound message repeats the text of earlier ones from the same sender to the same number too
 * often (section 6, `sms.received`). Opt-out and opt-in words, which are the whole text, always fire.
 */
export function isLoop(
	{ from_number: from, to_number: to, body: copy }: Message,
	conversations: Conversations,
): boolean {
	const text = copy.trim();
	if (OPT_WORDS.has(foldCase(text))) return false;
	const last = conversations.findLastInbound('sms', from, to);
	return last !== undefined && last.text === text && last.copies >= LOOP_TRAP_THRESHOLD;
}
