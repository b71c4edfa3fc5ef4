import { Type, type Static } from 'typebox';
import carrierPart from '../carrier/index.ts';
import conversationsPart from '../conversations/index.ts';
import databasePart from '../database/index.ts';
import { Setting } from '../database/settings.ts';
import { DEMO_CONTACT } from '../demo/people.ts';
import { endpoint } from '../http/endpoint.ts';
import { E164 } from '../http/values.ts';
import { AttachmentsRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/message.ts';
import numbersPart from '../numbers/index.ts';
import { definePart, type App } from '../plugin.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';
import { recordSms } from './record-sms.ts';

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
	dependencies: [carrierPart, conversationsPart, databasePart, numbersPart, webhooksPart],
	reset: (app) => usedTexts(app).reset(),
	control: [smsEvent('sms.received', 'Make an SMS arrive'), smsEvent('sms.sent', 'Make an SMS go out')],
});
