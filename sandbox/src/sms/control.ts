import { Type } from 'typebox';
import { DEMO_CONTACT, DEMO_SERVICE_NUMBER } from '../demo.ts';
import { endpoint } from '../http/endpoint.ts';
import { E164 } from '../http/values.ts';
import { AttachmentsRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/message.ts';
import { Published } from '../webhooks/log.ts';
import { recordSms } from './record-sms.ts';

const shape = {
	body: Type.Object({
		from_number: Type.Optional(E164),
		to_number: Type.Optional(E164),
		body: Type.Optional(Type.String({ maxLength: 1600 })),
		media: Type.Optional(AttachmentsRequest),
	}),
	status: 201,
	answer: Type.Object({ message: MessageRecord, ...Published.properties }),
} as const;

/** Said in turn, since the same words three times running would be a loop. */
const INBOUND_TEXTS = [
	'Hi, can I move my appointment to Thursday?',
	'Is the shop open on Sunday?',
	'Thank you, that works for me.',
	'Could somebody call me back this afternoon?',
	'What does the large one cost?',
];
let arrived = 0;

/** Makes SMS arrive and go out (section 6: `sms.received`, `sms.sent`). */
export const smsControl = [
	endpoint('POST /events/sms.received', {
		summary: 'Make an SMS arrive',
		...shape,
		write: ({ body: { from_number: from, to_number: to, body, media } }, app) => {
			const recorded = recordSms(app, 'sms.received', {
				from_number: from ?? DEMO_CONTACT.smsNumber,
				to_number: to ?? DEMO_SERVICE_NUMBER,
				body: body ?? INBOUND_TEXTS[arrived++ % INBOUND_TEXTS.length] ?? '',
				media: toAttachments(media),
			});
			return app.deliveryLog.withPublished(recorded);
		},
	}),
	endpoint('POST /events/sms.sent', {
		summary: 'Make an SMS go out',
		...shape,
		write: ({ body: { from_number: from, to_number: to, body, media } }, app) => {
			const recorded = recordSms(app, 'sms.sent', {
				from_number: from ?? DEMO_SERVICE_NUMBER,
				to_number: to ?? DEMO_CONTACT.smsNumber,
				body: body ?? 'Your appointment is confirmed. Reply STOP to opt out.',
				media: toAttachments(media),
			});
			return app.deliveryLog.withPublished(recorded);
		},
	}),
];
