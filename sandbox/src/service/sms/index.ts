import { Type, type Static } from 'typebox';
import carrierPart from '../carrier/index.ts';
import databasePart from '../database/index.ts';
import { Setting } from '../database/settings.ts';
import { DEMO_CONTACT } from '../demo/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { E164 } from '../http/values.ts';
import { foldCase } from '../matching.ts';
import { AttachmentsRequest, toAttachments } from '../media/index.ts';
import messagesPart from '../messages/index.ts';
import {
	type Message,
	MessageRecord,
	type NewMessage,
	toMessageRecord,
	MESSAGE_EXAMPLE,
} from '../messages/message.ts';
import type { Messages } from '../messages/store.ts';
import numbersPart from '../numbers/index.ts';
import { type App, definePart } from '../plugin.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';

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
	messages: Messages,
): boolean {
	const text = copy.trim();
	if (OPT_WORDS.has(foldCase(text))) return false;
	const last = messages.findLastInbound('sms', from, to);
	return last !== undefined && last.text === text && last.copies >= LOOP_TRAP_THRESHOLD;
}

/**
 * Stores an SMS to or from a service number together with its event (section 6), unless the loop trap holds
 * the event back. To be called within a transaction.
 *
 * @param only gets the event in place of the account's webhooks
 * @returns the message, and the id of its event, which is null if none fired
 * @throws {ServiceError} 404 and 409 when the service number cannot receive and send SMS now
 */
export function recordSms(
	{ carrier, ids, mediaLinks, messages, numbers, outbox }: App,
	event: 'sms.received' | 'sms.sent',
	fresh: Omit<NewMessage, 'channel' | 'direction' | 'status'>,
	only?: EventReceiver,
): { message: MessageRecord; eventId: string | null } {
	const arrives = event === 'sms.received';
	const serviceNumber = arrives ? fresh.to_number : fresh.from_number;
	const { is_active: active, capabilities } = numbers.requireNumber(serviceNumber);
	if (!active) throw plainError(409, `${serviceNumber} is not active`);
	if (!capabilities.sms) throw plainError(409, `${serviceNumber} has no SMS`);
	const stored = messages.create({
		...fresh,
		channel: 'sms',
		direction: arrives ? 'inbound' : 'outbound',
		status: arrives ? 'delivered' : 'sent',
		message_sid: `SM${ids.hex('carrier-message', 16)}`,
	});
	carrier.expectReport(stored);
	const message = toMessageRecord(stored, mediaLinks);
	const heldBack = arrives && isLoop(stored, messages);
	return { message, eventId: heldBack ? null : outbox.publish(event, serviceNumber, message, only) };
}

/** Used in turn, since the same text three times in a row would be a loop. */
const INBOUND_TEXTS = [
	'Hi, can I move my appointment to Thursday?',
	'Is the shop open on Sunday?',
	'Thank you, that works for me.',
	'Could somebody call me back this afternoon?',
	'What does the large one cost?',
];

const OUTBOUND_TEXT = 'Your appointment is confirmed. Reply STOP to opt out.';

/** The number of texts of {@link INBOUND_TEXTS} that were used since the start or the last reset. */
const usedTexts = ({ settings }: App) => new Setting(settings, 'used_sms_texts', 0);

function nextInboundText(app: App): string {
	const used = usedTexts(app);
	const text = INBOUND_TEXTS[used.get() % INBOUND_TEXTS.length] ?? '';
	used.set(used.get() + 1);
	return text;
}

const SmsRequest = Type.Object(
	{
		from_number: Type.Optional(E164),
		to_number: Type.Optional(E164),
		body: Type.Optional(Type.String({ maxLength: 1600 })),
		media: Type.Optional(AttachmentsRequest),
	},
	{ additionalProperties: false },
);

/**
 * Makes an SMS arrive or go out; absent fields are made up. To be called within a transaction.
 * @param only gets the event in place of the account's webhooks
 */
export function makeSms(
	app: App,
	event: 'sms.received' | 'sms.sent',
	{ body: text, media, ...given }: Static<typeof SmsRequest> = {},
	only?: EventReceiver,
) {
	const arrives = event === 'sms.received';
	const body = text ?? (arrives ? nextInboundText(app) : OUTBOUND_TEXT);
	const { serviceNumber } = app.demo;
	const { smsNumber } = DEMO_CONTACT;
	const [from, to] = arrives ? [smsNumber, serviceNumber] : [serviceNumber, smsNumber];
	const { from_number = from, to_number = to } = given;
	const sms = { from_number, to_number, body, media: toAttachments(media) };
	return app.deliveryLog.withPublished(recordSms(app, event, sms, only));
}

const smsEvent = (event: 'sms.received' | 'sms.sent', summary: string) =>
	endpoint(`POST /events/${event}`, {
		operationId: event === 'sms.received' ? 'receiveSms' : 'sendSms',
		summary,
		command: event === 'sms.received' ? 'sms receive' : 'sms send',
		body: SmsRequest,
		status: 201,
		answer: Type.Object({ message: MessageRecord, ...Published.properties }),
		handle: ({ body }, app) => makeSms(app, event, body),
	});

/** Section 6, `sms.received` and `sms.sent`: SMS that arrive and go out. */
export default definePart({
	dependencies: [carrierPart, messagesPart, databasePart, numbersPart, webhooksPart],
	events: {
		'sms.received': {
			summary: 'An SMS has arrived on a service number',
			data: MessageRecord,
			example: MESSAGE_EXAMPLE,
		},
		'sms.sent': {
			summary: 'An SMS has gone out',
			data: MessageRecord,
			example: {
				...MESSAGE_EXAMPLE,
				from_number: MESSAGE_EXAMPLE.to_number,
				to_number: MESSAGE_EXAMPLE.from_number,
				body: 'Thursday at ten is free. Shall I book it?',
				direction: 'outbound',
				status: 'sent',
				delivered_at: null,
			},
		},
	},
	reset: (app) => usedTexts(app).reset(),
	control: [smsEvent('sms.received', 'Make an SMS arrive'), smsEvent('sms.sent', 'Make an SMS go out')],
});
