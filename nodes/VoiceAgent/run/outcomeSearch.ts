import type { IDataObject } from 'n8n-workflow';

import type { Ask } from '../../shared/client/ask';
import { asServiceError, ServiceError } from '../../shared/client/errors';
import type { ServiceClock, ServiceTimeRange } from '../../shared/client/serviceClock';
import type { ServiceRequest } from '../../shared/client/serviceRequest';
import { growingPause, pause } from '../../shared/client/timing';
import type { FoundRecord, OutcomeFinder } from '../operation';
import type { ExecutionRecords } from './executionRecords';

/** The time in which looks at the records of the service begin, in milliseconds. */
const SEARCH_MS = 30_000;

/** A record may be listed a little late. The pauses before each further look. */
const LOOK_PAUSES = { firstMs: 500, maxMs: 4_000 };

/** A request whose record is looked for. */
interface LostRequest {
	request: ServiceRequest;
	/** When it was sent last, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** The number of times to look again. */
	maxRetries: number;
	/** Asks the service, without a place among the requests in flight: the lost request still has its own. */
	ask: Ask;
}

/** The response that a request must have got, or a sentence that says what was looked at. */
type SearchResult = { body: IDataObject } | { searched: string };

/**
 * Finds out what became of requests that were not answered. It only reads, and a record that another
 * request may have created is never taken.
 */
export class OutcomeSearch {
	/** @param cancelled Fires when the execution is cancelled. */
	constructor(
		private readonly finder: OutcomeFinder,
		private readonly clock: ServiceClock,
		private readonly known: ExecutionRecords,
		private readonly cancelled: AbortSignal,
	) {}

	/** Takes note of the record that a request has created, by the operation's output. */
	note(request: ServiceRequest, record: IDataObject): void {
		const id = this.finder.readId(record);
		if (id === undefined) this.noteUnknown(request);
		else this.known.add(id);
	}

	/** Takes note of a request of which it is not known which record it has created, if any. */
	noteUnknown(request: ServiceRequest): void {
		this.known.addUncertain(this.finder.recordKey(request));
	}

	/**
	 * Looks for the one record that a request can have created, several times if there is none yet.
	 * @returns undefined if the execution is cancelled.
	 */
	async find(lost: LostRequest): Promise<SearchResult | undefined> {
		const where = this.finder.describeSearch(lost.request);
		if (this.known.isUncertain(this.finder.recordKey(lost.request))) {
			return {
				searched: `The node did not look in ${where}: an earlier item sent the same, so that the two could not be told apart.`,
			};
		}
		const end = Date.now() + SEARCH_MS;
		let searched = '';
		for (let looks = 0; looks <= lost.maxRetries && Date.now() < end; looks++) {
			if (looks > 0) await pause(growingPause(looks - 1, LOOK_PAUSES), this.cancelled);
			if (this.cancelled.aborted) return undefined;
			const seen = await this.look(lost).catch(asServiceError);
			if (seen instanceof ServiceError) {
				searched = `The node could not look in ${where}: ${seen.message}.`;
			} else if ('body' in seen) {
				return seen;
			} else {
				searched = `The node looked in ${where} ${seen.words}.`;
				if (seen.isFinal) break;
			}
		}
		return { searched };
	}

	/**
	 * Lists the records that the request may have created.
	 * @returns The response if there is one record only, and it cannot be another's; else what was found, in words.
	 * @throws ServiceError if the service does not say.
	 */
	private async look(
		lost: LostRequest,
	): Promise<{ body: IDataObject } | { words: string; isFinal: boolean }> {
		const sent = () => {
			const range = this.clock.convert(lost.sentAt);
			if (!range) throw NO_TIME;
			return range;
		};
		const isOlder = ({ createdAt }: FoundRecord) => createdAt < sent().earliest;
		const { records, isComplete, count } = await this.finder.listRecords(lost.request, lost.ask, isOlder);
		const range = sent();
		const candidates = records.filter((record) => !isOlder(record) && !this.known.has(record.id));
		const [first, ...others] = candidates;
		if (others.length > 0) {
			return { words: `that was sent since then, and found ${candidates.length}`, isFinal: true };
		}
		if (!isComplete) {
			return {
				words: `among the newest ${count}, which do not go back to the time before it was sent`,
				isFinal: true,
			};
		}
		if (!first) return { words: 'that was sent since then, and found none', isFinal: false };
		if (isBetween(first, range)) {
			return { words: 'and found one that may have been sent before this one', isFinal: false };
		}
		const body = await this.finder.buildResponse(lost.request, first.id, lost.ask);
		this.known.add(first.id);
		return { body };
	}
}

/** Tells whether a record may be from before the request as well as from after it; so may one without a time. */
const isBetween = ({ createdAt }: FoundRecord, { latest }: ServiceTimeRange): boolean =>
	!(createdAt >= latest);

/** Without the time of the service, an older record could not be told from a new one. */
const NO_TIME = new ServiceError({
	message: 'its answer does not say when it was given',
	description: "The answer has no 'Date' header.",
});
