import type { IDataObject } from 'n8n-workflow';

import { createAsk } from '../shared/client/ask';
import type { ServiceAnswer, VoiceAgentClient } from '../shared/client/client';
import { ServiceError, type ErrorReport, type FailedRequest } from '../shared/client/errors';
import { assess } from '../shared/client/failure';
import { durationInWords } from '../shared/client/messages';
import { isLastPage, readPage, type Page } from '../shared/client/page';
import { RateLimiter } from '../shared/client/rateLimiter';
import { readRetryAfter } from '../shared/client/retry';
import { post } from '../shared/client/serviceRequest';
import { TIMEOUT_MS } from '../shared/client/timing';
import { PAGE_SIZE } from '../shared/wire/limits';
import type { ListedMessage } from '../shared/wire/records';
import { HTTP_DATE_PRECISION_MS, readTime } from '../shared/wire/time';

const MAX_POLL_RETRIES = 4;

/** The longest `Retry-After` that following polls keep to, in milliseconds. */
const MAX_REST_MS = 86_400_000;

/**
 * The most that n8n's clock may be ahead of the service's, or behind
 * it, if the service does not tell its own, in milliseconds.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** The end of the message of every poll that fails. */
const NOTHING_LOST = 'Polling goes on by itself from the same place: no message is lost.';

/** A message and where it stands in the list. */
export interface ListedRow {
	id: string;
	/** Of the message itself, in milliseconds since 1970. */
	time: number;
	/** 0 for the first of the list when its page was read. */
	offset: number;
	message: ListedMessage;
}

/** A page of list-messages (interface section 4). */
export interface MessagePage {
	offset: number;
	/**
	 * The time by the service's clock at which the page was asked for, in milliseconds since 1970; never later
	 * than it was. Without that clock it is n8n's, less a minute.
	 */
	askedAt: number;
	/** The number of records on the page, including those that cannot be read. */
	count: number;
	/** Those that can be read. */
	rows: ListedRow[];
	/** True if the list ends here; undefined if the page is not full and the service does not say. */
	isLast?: boolean;
}

/** The reason that there are no further pages in this poll. */
export type Stop =
	| { kind: 'time' }
	/** `restUntil`: when the service may be asked again, in milliseconds since 1970. */
	| { kind: 'failed'; report: ErrorReport; restUntil?: number };

/** The time that a poll has. */
export interface PollTime {
	/** Milliseconds. */
	budget: number;
	/** Milliseconds since 1970. */
	end: number;
	/** Fires at the end. */
	signal: AbortSignal;
}

/** The time of a poll that begins now. @param budget Milliseconds. */
export const startPollTime = (budget: number): PollTime => ({
	budget,
	end: Date.now() + budget,
	signal: AbortSignal.timeout(Math.floor(budget)),
});

/**
 * Reads pages of list-messages within the time of a poll. Passing failures are retried a few times. After a
 * page that fails there are no more, and `stop` says why.
 */
export class MessagePages {
	stop?: Stop;

	/**
	 * The latest time that a message can have, in milliseconds since
	 * 1970: by the service's clock, else by n8n's.
	 */
	now = Date.now() + CLOCK_TOLERANCE_MS;

	/** The number of records on a full page: a service may give fewer than it is asked for. */
	size = PAGE_SIZE;

	/** Records that have no ID or no time. */
	readonly unreadable: IDataObject[] = [];

	private longestRequestMs = 0;

	private readonly limiter: RateLimiter;

	constructor(
		private readonly client: VoiceAgentClient,
		private readonly filters: Record<string, string>,
		private readonly time: PollTime,
	) {
		this.limiter = new RateLimiter(1, time.signal);
	}

	/** Reads a page. @returns undefined if there is none, for the reason in `stop`. */
	async read(offset: number, limit = this.size): Promise<MessagePage | undefined> {
		if (this.stop) return undefined;
		const started = Date.now();
		if (this.longestRequestMs > 0 && started + this.longestRequestMs > this.time.end) {
			this.stop = { kind: 'time' };
			return undefined;
		}
		const answer = await this.request({ ...this.filters, limit, offset }).catch((error: unknown) =>
			this.stopAfter(error),
		);
		if (!answer) return undefined;
		this.longestRequestMs = Math.max(this.longestRequestMs, Date.now() - started, 1);
		this.now =
			answer.serviceTime === undefined
				? Date.now() + CLOCK_TOLERANCE_MS
				: answer.serviceTime + HTTP_DATE_PRECISION_MS;
		const askedAt = this.client.clock.convert(answer.sentAt)?.earliest ?? answer.sentAt - CLOCK_TOLERANCE_MS;
		return { askedAt, ...this.pageFrom(answer.body, offset, limit) };
	}

	/**
	 * Tells if the list ends with the page. A page that is not full alone does not show
	 * it: the service may give no more at once.
	 * @returns undefined if this is not known.
	 */
	async isEnd(page: MessagePage): Promise<boolean | undefined> {
		if (page.isLast === undefined) {
			const next = await this.read(page.offset + page.count, 1);
			if (!next) return undefined;
			page.isLast = next.count === 0;
			if (!page.isLast) this.size = page.count;
		}
		return page.isLast;
	}

	/** Ends the reading for a reason that the pages themselves give. */
	fail(report: ErrorReport): undefined {
		this.stop = {
			kind: 'failed',
			report: { ...report, description: `${report.description} ${NOTHING_LOST}` },
		};
		return undefined;
	}

	private async request(body: IDataObject): Promise<ServiceAnswer<Page>> {
		const { budget, end, signal } = this.time;
		const ask = createAsk(this.client, {
			idempotent: true,
			timeoutMs: Math.floor(Math.min(TIMEOUT_MS.quick, budget * 0.8)),
			maxRetries: MAX_POLL_RETRIES,
			maxRetryAfterMs: end - Date.now() - this.longestRequestMs,
			cancelled: signal,
			slot: () => this.limiter.slot(),
		});
		return await ask(post('list-messages', body), (answer) => readPage(answer, ['messages']));
	}

	private pageFrom(page: Page, offset: number, limit: number): Omit<MessagePage, 'askedAt'> {
		const rows: ListedRow[] = [];
		for (const [index, record] of page.records.entries()) {
			const { id, created_at: createdAt } = record;
			const time = readTime(createdAt);
			if (typeof id === 'string' && id !== '' && time !== undefined) {
				rows.push({ id, time, offset: offset + index, message: record as ListedMessage });
			} else {
				this.unreadable.push(record);
			}
		}
		const count = page.records.length;
		// Without the total: where that counts the page alone, messages would be lost.
		const isLast = isLastPage({ ...page, total: 0 }, { offset, limit });
		if (isLast === false && limit >= this.size && count < limit) this.size = count;
		return { offset, count, rows, ...(isLast !== undefined && { isLast }) };
	}

	private stopAfter(error: unknown): undefined {
		if (!(error instanceof ServiceError) || !error.request) throw error;
		this.stop = this.stopFor(error.report, error.request);
		return undefined;
	}

	private stopFor(report: ErrorReport, { failure }: FailedRequest): Stop {
		const hasRead = this.longestRequestMs > 0;
		if (failure.kind === 'cancelled') return hasRead ? { kind: 'time' } : TOO_SLOW;
		const asked = readRetryAfter(failure);
		if (asked !== undefined) {
			const wait = `The service asks to wait for ${durationInWords(asked)}, and the polls until then ask nothing.`;
			const restUntil = Date.now() + Math.min(asked, MAX_REST_MS);
			return {
				kind: 'failed',
				report: { ...report, description: `${wait} ${NOTHING_LOST}` },
				restUntil,
			};
		}
		const { isTransient, reason } = assess(failure);
		const isPassing = isTransient && reason !== 'notConnected' && reason !== 'notLoggedIn';
		const description = isPassing ? NOTHING_LOST : `${report.description} ${NOTHING_LOST}`;
		return { kind: 'failed', report: { ...report, description } };
	}
}

export const TOO_SLOW: Stop & { kind: 'failed' } = {
	kind: 'failed',
	report: {
		message: 'The service took longer than a poll may last',
		description: `Check whether it is slow or limits requests. ${NOTHING_LOST}`,
	},
};
