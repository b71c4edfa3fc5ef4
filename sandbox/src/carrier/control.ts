import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import { toMessageRecord } from '../messages/record.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { DEFAULT_ERRORS, FINAL_STATUSES, type DeliveryOutcome } from './outcome.ts';

const ReportRequest = Type.Object({
	status: OneOf(FINAL_STATUSES),
	code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Of the delivery error' })),
	reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'Of the delivery error' })),
});
const CarrierRecord = Type.Object({
	report_after_seconds: Nullable(
		Type.Number({ minimum: 0, maximum: 31_536_000, description: 'null: nothing is reported by itself' }),
	),
});

/** Has carriers report what became of a message (section 3, message status). */
export const carrierControl: Routes = (app) => {
	const { carrier, database, mediaLinks } = app;
	app.get('/carrier', { schema: { response: { 200: CarrierRecord } } }, () => ({
		report_after_seconds: carrier.delaySeconds,
	}));

	app.patch(
		'/carrier',
		{ schema: { body: CarrierRecord, response: { 200: CarrierRecord, '4xx': PlainError } } },
		async (request) => {
			await database.write(() => carrier.setDelay(request.body.report_after_seconds));
			return { report_after_seconds: carrier.delaySeconds };
		},
	);

	app.post(
		'/messages/:id/status',
		{
			schema: {
				params: Type.Object({ id: Type.String() }),
				body: ReportRequest,
				response: { 200: MessageRecord, '4xx': PlainError },
			},
		},
		async (request) => {
			const { status, code, reason } = request.body;
			const message = await database.write(() =>
				carrier.report(request.params.id, toOutcome(status, code, reason)),
			);
			return toMessageRecord(message, mediaLinks);
		},
	);
};

function toOutcome(
	status: (typeof FINAL_STATUSES)[number],
	code: string | undefined,
	reason: string | undefined,
): DeliveryOutcome {
	if (status === 'delivered') {
		if (code !== undefined || reason !== undefined) {
			throw plainError(400, 'code and reason belong to undelivered and failed');
		}
		return { status };
	}
	const standard = DEFAULT_ERRORS[status];
	return { status, code: code ?? standard.code, reason: reason ?? standard.reason };
}
