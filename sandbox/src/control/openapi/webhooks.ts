import { Type, type TSchema } from 'typebox';
import { OneOf, Timestamp } from '../../service/http/values.ts';
import type { EventKind } from '../../service/plugin.ts';
import { SIGNATURE_HEADER } from '../../service/webhooks/rules.ts';

const SIGNATURE = {
	name: SIGNATURE_HEADER,
	in: 'header',
	required: true,
	description: '`sha256=` and the HMAC-SHA256 of the raw body, keyed with the signing secret, in hexadecimal',
	schema: Type.String({ pattern: '^sha256=[0-9a-f]{64}$' }),
} as const;

/** The possible answers of a receiver and their consequences (section 6, delivery rules). */
const RESPONSES = {
	'2XX': { description: 'Success, as any 3xx is: the event is not sent again' },
	'408': { description: 'The event is sent again later, as after 429, any 5xx and a timeout' },
	'410': { description: 'This delivery ends for good' },
	'4XX': { description: 'A permanent error: the event becomes a dead letter' },
};

/** Describes the request that the sandbox sends for a kind of event, as `webhooks` of the OpenAPI document have it. */
export function describeWebhook(
	event: string,
	{ summary, data, example, repeated = [], isUnsigned }: EventKind,
) {
	const { properties } = data as TSchema & { properties: Record<string, TSchema> };
	const schema = Type.Object({
		id: Type.String(),
		event: OneOf([event]),
		created_at: Timestamp,
		data,
		...Object.fromEntries(repeated.map((name) => [name, properties[name] ?? Type.Unknown()])),
	});
	const body = {
		id: 'evt_0123456789abcdef01234567',
		event,
		created_at: '2026-03-02T09:15:00.000Z',
		...Object.fromEntries(repeated.map((name) => [name, (example as Record<string, unknown>)[name]])),
		data: example,
	};
	const post = {
		operationId: `on.${event}`.replace(/\../g, ([, letter = '']) => letter.toUpperCase()),
		summary,
		tags: ['Webhooks'],
		security: [],
		parameters: isUnsigned ? [] : [SIGNATURE],
		requestBody: { required: true, content: { 'application/json': { schema, example: body } } },
		responses: RESPONSES,
	};
	return { post };
}
