import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Ask } from '../../../shared/client/ask';
import { asServiceError, ServiceError } from '../../../shared/client/errors';
import { readPage, type Page } from '../../../shared/client/page';
import { post } from '../../../shared/client/serviceRequest';
import { writeLog } from '../../../shared/n8n/log';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import { toDialledNumber } from '../../../shared/parameters/phoneNumber';
import { readOptOut } from '../../../shared/text/optOut';
import { comparableNumber } from '../../../shared/wire/comparableNumber';
import { formatTime, readTime } from '../../../shared/wire/time';
import type { Item } from '../../parameters/item';
import { DEFAULT_CONCURRENCY } from '../../operation';
import { collectPages } from '../../../shared/client/paging';
import type { Exclusion } from './recipientList';

/** The most pages that are read at a time: those beyond the days that count are read in vain. */
const MAX_PAGES_AT_A_TIME = 5;

/** After so many messages the log says how far the reading is. */
const MESSAGES_PER_LOG_LINE = 5_000;

const DAY_MS = 86_400_000;

/** The option by which people are not called who have opted out by message. */
export const optOutOption: INodeProperties = {
	displayName: 'Leave Out Opt-Outs',
	name: 'leaveOutOptOuts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3_650 },
	default: 365,
	description:
		'Leave out people who have asked by SMS or chat app not to be contacted, such as with STOP, and have not opted in again. How many days back to read the messages that you received. If they cannot be read, nobody is called.',
};

/** The people who have opted out. */
export interface OptOuts {
	/** By the number (E.164), when they did so, in milliseconds since 1970; Infinity if the message does not say. */
	optedOutAt: ReadonlyMap<string, number>;
	/** The number of messages that were read. */
	messageCount: number;
	days: number;
}

/** Returns how many days back to look for opt-outs; undefined if nobody is to be left out for one. */
export const readOptOutDays = (options: ParameterGroup): number | undefined =>
	options.isAdded('leaveOutOptOuts') ? options.integer('leaveOutOptOuts') : undefined;

/** The opt-outs by the run of the node and the days that they go back: all batch calls of a run share them. */
const optOutsByRun = new WeakMap<object, Map<number, Promise<OptOuts>>>();

/**
 * Reads who has opted out, once in a run of the node.
 * @throws ServiceError if the service does not list all messages of these days.
 */
export async function fetchOptOuts({ context, options }: Item, days: number, ask: Ask): Promise<OptOuts> {
	const known = optOutsByRun.get(context) ?? new Map<number, Promise<OptOuts>>();
	optOutsByRun.set(context, known);
	const search = new OptOutSearch(ask, Date.now() - days * DAY_MS, (text) => writeLog(context, 'info', text));
	const concurrency = options.has('concurrency') ? options.integer('concurrency') : DEFAULT_CONCURRENCY;
	const pending =
		known.get(days) ??
		search.run(Math.min(concurrency, MAX_PAGES_AT_A_TIME)).then((found) => ({ ...found, days }));
	known.set(days, pending);
	const found = await pending.catch(asServiceError);
	if (!(found instanceof ServiceError)) return found;
	throw found.withAdvice(
		"It is not known who has opted out, so no calls were made. Try again later, or remove 'Leave Out Opt-Outs' from the options.",
	);
}

/** Leaves out those who have opted out. */
export const excludeOptedOut =
	({ optedOutAt }: OptOuts): Exclusion =>
	(phoneNumber) => {
		const time = optedOutAt.get(toDialledNumber(phoneNumber));
		if (time === undefined) return undefined;
		return { reason: 'optedOut', ...(time !== Infinity && { opted_out_at: formatTime(time) }) };
	};

/** Says what was read, for the person who looks at the output. */
export const describeOptOuts = ({ optedOutAt, messageCount, days }: OptOuts): string =>
	`'Leave Out Opt-Outs' has read ${messageCount} messages of the last ${days} days, by which ${optedOutAt.size} ${optedOutAt.size === 1 ? 'person has' : 'people have'} opted out.`;

/** The latest word of a person. */
interface LatestWord {
	word: 'out' | 'in';
	time: number;
}

/**
 * Looks for opt-outs and opt-ins in the messages that came in. The list has the newest first, as far as the
 * interface lets expect; only where the pages show it, the reading ends with the first message that is too old.
 */
class OptOutSearch {
	private readonly latest = new Map<string, LatestWord>();

	private readonly seen = new Set<unknown>();

	private nextLogAt = MESSAGES_PER_LOG_LINE;

	private isNewestFirst = true;

	private hasReachedPast = false;

	/**
	 * @param since The time of the oldest messages that count, in milliseconds since 1970.
	 * @param log Takes a line that says how far the reading is.
	 */
	constructor(
		private readonly ask: Ask,
		private readonly since: number,
		private readonly log: (text: string) => void,
	) {}

	/**
	 * @param width The number of pages that are read at a time.
	 * @throws ServiceError if the service does not list all messages.
	 */
	async run(width: number): Promise<Pick<OptOuts, 'optedOutAt' | 'messageCount'>> {
		const collected = await collectPages(this.fetchPage, Infinity, width, () => false);
		if ('endless' in collected) throw REPEATED_PAGE;
		const out = [...this.latest].filter(([, { word }]) => word === 'out');
		return {
			optedOutAt: new Map(out.map(([number, { time }]) => [number, time])),
			messageCount: this.seen.size,
		};
	}

	private readonly fetchPage = async (offset: number, limit: number): Promise<Page> => {
		if (this.hasReachedPast) return { records: [], hasMore: false };
		const request = post('list-messages', { direction: 'inbound', limit, offset });
		const { body: page } = await this.ask(request, (answer) => readPage(answer, ['messages']));
		this.read(page);
		return page;
	};

	private read({ records, total }: Page): void {
		const before = this.seen.size;
		for (const record of records) {
			this.seen.add(record.id ?? JSON.stringify(record));
			this.note(record);
		}
		// A service that gives the same page again would hide all that comes after it.
		if (records.length > 0 && this.seen.size === before) throw REPEATED_PAGE;
		this.checkOrder(records.map(({ created_at: at }) => readTime(at)).filter((time) => time !== undefined));
		if (this.seen.size < this.nextLogAt) return;
		this.nextLogAt += MESSAGES_PER_LOG_LINE;
		this.log(`read ${this.seen.size}${total === undefined ? '' : ` of ${total}`} messages for opt-outs`);
	}

	private checkOrder(times: number[]): void {
		const [first = NaN] = times;
		const last = times.at(-1) ?? NaN;
		if (times.slice(1).some((time, index) => time > (times[index] ?? time))) this.isNewestFirst = false;
		if (this.isNewestFirst && last < first && last < this.since) this.hasReachedPast = true;
	}

	/** Takes note of an opt-out or opt-in. Where it is not certain which of the two came last, it is the opt-out. */
	private note({ direction, from_number: from, body, created_at: at }: IDataObject): void {
		if (direction === 'outbound' || typeof body !== 'string') return;
		const word = readOptOut(body);
		const time = readTime(at) ?? (word === 'out' ? Infinity : -Infinity);
		if (!word || time < this.since) return;
		const number = toDialledNumber(`+${comparableNumber(from)}`);
		const known = this.latest.get(number);
		if (!known || time > known.time || (time === known.time && word === 'out')) {
			this.latest.set(number, { word, time });
		}
	}
}

const REPEATED_PAGE = new ServiceError({
	message: 'The service gives the same messages again and again',
	description: 'Its list of messages does not go on, so that not all of them can be read.',
});
