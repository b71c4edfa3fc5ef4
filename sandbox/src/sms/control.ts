import { Type, type Static } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { E164 } from '../http/values.ts';
import { AttachmentRequest, toAttachments } from '../media/assets.ts';
import type { NewMessage } from '../messages/message.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { DEMO_CONTACT, DEMO_SERVICE_NUMBER } from '../demo.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { recordSms } from './record-sms.ts';

const SmsRequest = Type.Object({
	from_number: Type.Optional(E164),
	to_number: Type.Optional(E164),
	body: Type.Optional(Type.String({ maxLength: 1600 })),
	media: Type.Optional(Type.Array(AttachmentRequest, { maxItems: 10 })),
});
const SmsAnswer = Type.Object({
	message: MessageRecord,
	...PublishedRecord.properties,
});

/** Said in turn, since the same words three times running would be a loop. */
const INBOUND_TEXTS = [
	'Hi, can I move my appointment to Thursday?',
	'Is the shop open on Sunday?',
	'Thank you, that works for me.',
	'Could somebody call me back this afternoon?',
	'What does the large one cost?',
];

/** Makes SMS arrive and go out (section 6: `sms.received`, `sms.sent`). */
export const smsControl: Routes = (app) => {
	const { database } = app;
	let arrived = 0;
	const nextText = () => INBOUND_TEXTS[arrived++ % INBOUND_TEXTS.length] ?? '';

	const record = (event: 'sms.received' | 'sms.sent', serviceNumber: string, fresh: NewMessage) =>
		database.write(() => recordSms(event, serviceNumber, fresh, app));

	const answer = ({ message, published }: Awaited<ReturnType<typeof record>>): Static<typeof SmsAnswer> => ({
		message,
		...toPublishedRecord(published),
	});

	app.post(
		'/events/sms.received',
		{ schema: { body: SmsRequest, response: { 201: SmsAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { from_number: from, to_number: to = DEMO_SERVICE_NUMBER, body, media } = request.body;
			const recorded = await record('sms.received', to, {
				channel: 'sms',
				direction: 'inbound',
				status: 'delivered',
				from_number: from ?? DEMO_CONTACT.smsNumber,
				to_number: to,
				body: body ?? nextText(),
				media: toAttachments(media),
			});
			return reply.status(201).send(answer(recorded));
		},
	);

	app.post(
		'/events/sms.sent',
		{ schema: { body: SmsRequest, response: { 201: SmsAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { from_number: from = DEMO_SERVICE_NUMBER, to_number: to, body, media } = request.body;
			const recorded = await record('sms.sent', from, {
				channel: 'sms',
				direction: 'outbound',
				status: 'sent',
				from_number: from,
				to_number: to ?? DEMO_CONTACT.smsNumber,
				body: body ?? 'Your appointment is confirmed. Reply STOP to opt out.',
				media: toAttachments(media),
			});
			return reply.status(201).send(answer(recorded));
		},
	);
};
