import { Type } from 'typebox';
import { createRowScheduler, type Scheduler } from '../clock/scheduler.ts';
import { Setting } from '../database/settings.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import messagesPart from '../messages/index.ts';
import { type Message, MessageRecord, toMessageRecord } from '../messages/message.ts';
import { type App, definePart } from '../plugin.ts';
import { isoTime } from '../time.ts';

const CARRIER_TABLES = `
	CREATE TABLE IF NOT EXISTS carrier_reports (
		message_id TEXT PRIMARY KEY,
		due_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS carrier_reports_due ON carrier_reports (due_at);
`;

/**
 * The final statuses of a message, as the carrier or the chat-app provider reports them (section 3, message
 * status).
 */
const FINAL_STATUSES = ['delivered', 'undelivered', 'failed'] as const;
type FinalStatus = (typeof FINAL_STATUSES)[number];

/** The errors of reports that do not specify one. */
const DEFAULT_ERRORS = {
	undelivered: { code: 'unreachable', reason: 'The handset could not be reached.' },
	failed: { code: 'rejected', reason: 'The provider rejected the message.' },
};

/** The statuses of messages to numbers with these endings, with which tests can produce failures. */
const FAILURES: Readonly<Record<string, FinalStatus>> = { '0198': 'undelivered', '0199': 'failed' };

/** The fields of a failure; absent ones have defaults. */
type DeliveryError = Partial<Record<'code' | 'reason', string>>;

interface DueReport {
	message_id: string;
	/** In milliseconds. */
	due_at: number;
}

type Used = Pick<App, 'clock' | 'database' | 'messages' | 'settings'>;

/** Carriers and providers, which report the final status of a message some time after it is sent. */
class Carrier {
	readonly #app: Used;
	readonly #reports: Scheduler;
	/**
	 * The time from the sending of a message to the report on it; null if nothing is reported automatically.
	 */
	readonly delaySeconds: Setting<number | null>;

	constructor(app: Used) {
		this.#app = app;
		this.delaySeconds = new Setting<number | null>(app.settings, 'carrier_report_after_seconds', 5);
		this.#reports = createRowScheduler(
			app,
			'carrier_reports',
			({ message_id: id, due_at: at }: DueReport) => {
				const message = app.messages.find(id);
				if (message === undefined) return;
				this.#apply(message, FAILURES[message.to_number.slice(-4)] ?? 'delivered', {}, at);
			},
		);
	}

	/** Schedules the report on a message that was just sent. To be called within the transaction that stores it. */
	expectReport({ id, status, sent_at: sentAt }: Message): void {
		const delaySeconds = this.delaySeconds.get();
		if (status !== 'sent' || delaySeconds === null) return;
		this.#app.database.run(
			'INSERT OR REPLACE INTO carrier_reports (message_id, due_at) VALUES (?, ?)',
			id,
			Date.parse(sentAt) + delaySeconds * 1000,
		);
		this.#reports.wake();
	}

	/**
	 * Reports the status of an outbound message now. To be called within a transaction.
	 * @throws {ServiceError} 404 for an unknown id, 409 for an inbound message and for one whose status is
	 * final
	 */
	report(id: string, status: FinalStatus, error: DeliveryError): Message {
		const message = this.#app.messages.require(id);
		if (message.direction === 'inbound') throw plainError(409, 'An inbound message has arrived already');
		if (FINAL_STATUSES.some((final) => final === message.status)) {
			throw plainError(409, `The message is ${message.status}, and stays so`);
		}
		return this.#apply(message, status, error, this.#app.clock.now());
	}

	#apply({ id }: Message, status: FinalStatus, error: DeliveryError, time: number): Message {
		const { database, messages } = this.#app;
		database.run('DELETE FROM carrier_reports WHERE message_id = ?', id);
		const at = isoTime(time);
		if (status === 'delivered') return messages.change(id, { status, delivered_at: at });
		messages.withdrawMetadata(id);
		return messages.change(id, { status, delivery_error: { ...DEFAULT_ERRORS[status], ...error, at } });
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		carrier: Carrier;
	}
}

const CarrierRecord = Type.Object({
	report_after_seconds: Nullable(
		Type.Number({ minimum: 0, maximum: 31_536_000, description: 'null: nothing is reported by itself' }),
	),
});

const showCarrier = endpoint('GET /carrier', {
	operationId: 'showCarrier',
	summary: 'Show when delivery is reported by itself',
	answer: CarrierRecord,
	handle: (_request, { carrier }) => ({ report_after_seconds: carrier.delaySeconds.get() }),
});

const changeCarrier = endpoint('PATCH /carrier', {
	operationId: 'changeCarrier',
	command: 'carrier change',
	summary: 'Set when delivery is reported by itself',
	body: CarrierRecord,
	answer: CarrierRecord,
	handle: ({ body }, { carrier }) => {
		carrier.delaySeconds.set(body.report_after_seconds);
		return body;
	},
});

const reportOnMessage = endpoint('POST /messages/:id/status', {
	operationId: 'reportMessageStatus',
	command: 'messages report <id> <status>',
	summary: 'Report what became of an outbound message',
	body: Type.Object({
		status: OneOf(FINAL_STATUSES),
		code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Of the delivery error' })),
		reason: Type.Optional(
			Type.String({ minLength: 1, maxLength: 1000, description: 'Of the delivery error' }),
		),
	}),
	answer: MessageRecord,
	handle: ({ params, body: { status, ...error } }, { carrier, mediaLinks }) => {
		if (status === 'delivered' && Object.keys(error).length > 0) {
			throw plainError(400, 'code and reason belong to undelivered and failed');
		}
		return toMessageRecord(carrier.report(params.id, status, error), mediaLinks);
	},
});

/** Section 3, message status: the delivery of messages after they are sent. */
export default definePart({
	dependencies: [messagesPart],
	tables: CARRIER_TABLES,
	provide: (app) => ({ carrier: new Carrier(app) }),
	setUp: ({ history }) =>
		history.spare('messages', 'EXISTS (SELECT 1 FROM carrier_reports WHERE message_id = messages.id)'),
	reset: ({ carrier }) => carrier.delaySeconds.reset(),
	control: [showCarrier, changeCarrier, reportOnMessage],
});
