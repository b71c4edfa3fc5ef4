import { isoTime } from '../clock/clock.ts';
import { agenda } from '../clock/agenda.ts';
import type { Ticker } from '../clock/ticker.ts';
import { plainError } from '../http/errors.ts';
import type { Message } from '../messages/message.ts';
import type { App } from '../plugin.ts';
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

interface DueReport {
	message_id: string;
	/** Milliseconds. */
	due_at: number;
}

/** Carriers and providers: some time after a message is sent they report what became of it. */
export class Carrier {
	readonly #app: App;
	readonly #reports: Ticker;

	constructor(app: App) {
		this.#app = app;
		this.#reports = agenda(app, 'carrier_reports', ({ message_id: id, due_at: at }: DueReport) => {
			const message = app.messages.find(id);
			if (message !== undefined) this.#apply(message, outcomeFor(message), at);
		});
	}

	/** Seconds from the sending to the report; null: nothing is ever reported by itself. */
	get delaySeconds(): number | null {
		const kept = this.#app.settings.get(DELAY_SETTING) ?? String(DEFAULT_DELAY_SECONDS);
		return JSON.parse(kept) as number | null;
	}

	/** For messages sent from now on. To be called within a write. */
	setDelay(seconds: number | null = DEFAULT_DELAY_SECONDS): void {
		this.#app.settings.set(DELAY_SETTING, JSON.stringify(seconds));
	}

	/** Has a message that was sent just now reported on. To be called within the write that stores it. */
	expectReport({ id, status, sent_at: sentAt }: Message): void {
		const { delaySeconds } = this;
		if (status !== 'sent' || delaySeconds === null) return;
		this.#app.database.run(
			'INSERT OR REPLACE INTO carrier_reports (message_id, due_at) VALUES (?, ?)',
			id,
			Date.parse(sentAt) + delaySeconds * 1000,
		);
		this.#reports.wake();
	}

	/**
	 * Reports on an outbound message, now. To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 for an inbound message and for one that has been reported on
	 */
	report(id: string, outcome: DeliveryOutcome): Message {
		const message = this.#app.messages.require(id);
		if (message.direction === 'inbound') throw plainError(409, 'An inbound message has arrived already');
		if (FINAL_STATUSES.some((status) => status === message.status)) {
			throw plainError(409, `The message is ${message.status}, and stays so`);
		}
		return this.#apply(message, outcome, this.#app.clock.now());
	}

	#apply({ id }: Message, outcome: DeliveryOutcome, at: number): Message {
		const { database, messages } = this.#app;
		database.run('DELETE FROM carrier_reports WHERE message_id = ?', id);
		const { status } = outcome;
		if (status === 'delivered') return messages.change(id, { status, delivered_at: isoTime(at) });
		const { code, reason } = outcome;
		return messages.change(id, { status, delivery_error: { code, reason, at: isoTime(at) } });
	}
}
