import { isoTime, type Clock } from '../clock/clock.ts';
import { Agenda } from '../clock/agenda.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';
import type { Message } from '../messages/message.ts';
import type { Messages } from '../messages/store.ts';
import { FINAL_STATUSES, outcomeFor, type DeliveryOutcome } from './outcome.ts';

export const CARRIER_TABLES = `
	CREATE TABLE carrier_reports (
		message_id TEXT PRIMARY KEY,
		due_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX carrier_reports_due ON carrier_reports (due_at);
`;

/** How long a carrier takes to report, unless told otherwise. */
const DEFAULT_DELAY_SECONDS = 5;
const DELAY_SETTING = 'carrier_report_after_seconds';

/** Carriers and providers: some time after a message is sent they report what became of it. */
export class Carrier {
	readonly #clock: Clock;
	readonly #settings: Settings;
	readonly #messages: Messages;
	readonly #agenda: Agenda<{ message_id: string }>;
	readonly #insert: Statement<never>;
	readonly #remove: Statement<never>;
	#delaySeconds: number | null;

	constructor(database: Database, settings: Settings, clock: Clock, messages: Messages) {
		this.#clock = clock;
		this.#settings = settings;
		this.#messages = messages;
		this.#agenda = new Agenda(database, clock, 'carrier_reports', ({ message_id: id, due_at: at }) => {
			const message = messages.find(id);
			if (message !== undefined) this.#apply(message, outcomeFor(message), at);
		});
		this.#insert = database.prepare(
			'INSERT OR REPLACE INTO carrier_reports (message_id, due_at) VALUES (?, ?)',
		);
		this.#remove = database.prepare('DELETE FROM carrier_reports WHERE message_id = ?');
		this.#delaySeconds = JSON.parse(settings.get(DELAY_SETTING) ?? String(DEFAULT_DELAY_SECONDS)) as
			number | null;
	}

	start(): void {
		this.#agenda.start();
	}

	stop(): void {
		this.#agenda.stop();
	}

	/** Seconds from the sending to the report; null: nothing is ever reported by itself. */
	get delaySeconds(): number | null {
		return this.#delaySeconds;
	}

	/** For messages sent from now on. To be called within a write. */
	setDelay(seconds: number | null): void {
		this.#delaySeconds = seconds;
		this.#settings.set(DELAY_SETTING, JSON.stringify(seconds));
	}

	/** Back to how it began. */
	reset(): void {
		this.#delaySeconds = DEFAULT_DELAY_SECONDS;
		this.#settings.remove(DELAY_SETTING);
	}

	/** Has a message that was sent just now reported on. To be called within the write that stores it. */
	expectReport({ id, status, sent_at: sentAt }: Message): void {
		if (status !== 'sent' || this.#delaySeconds === null) return;
		this.#insert.run(id, Date.parse(sentAt) + this.#delaySeconds * 1000);
		this.#agenda.wake();
	}

	/**
	 * Reports on an outbound message, now. To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 for an inbound message and for one that has been reported on
	 */
	report(id: string, outcome: DeliveryOutcome): Message {
		const message = this.#messages.find(id);
		if (message === undefined) throw plainError(404, 'Message not found');
		if (message.direction === 'inbound') throw plainError(409, 'An inbound message has arrived already');
		if (FINAL_STATUSES.some((status) => status === message.status)) {
			throw plainError(409, `The message is ${message.status}, and stays so`);
		}
		return this.#apply(message, outcome, this.#clock.now());
	}

	#apply(message: Message, outcome: DeliveryOutcome, at: number): Message {
		this.#remove.run(message.id);
		const { status } = outcome;
		const end = {
			status,
			delivered_at: status === 'delivered' ? isoTime(at) : null,
			delivery_error:
				status === 'delivered' ? null : { code: outcome.code, reason: outcome.reason, at: isoTime(at) },
		};
		return this.#messages.change(message.id, end);
	}
}
