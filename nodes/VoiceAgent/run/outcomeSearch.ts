import type { IDataObject } from 'n8n-workflow';

import type { Outcome, ServiceRequest, VoiceAgentClient } from '../../shared/client/client';
import { asServiceError, ServiceError } from '../../shared/client/errors';
import type { ServiceResponse } from '../../shared/client/response';
import { pause } from '../../shared/client/timing';
import type { Ask, FoundRecord, OutcomeFinder } from '../operations/define';

/** The time in which looks at the records of the service begin, in milliseconds. */
const SEARCH_MS = 30_000;

/**
 * A record may be listed a little late. The pause before each further look
 * doubles, up to the longest; in milliseconds.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** A request whose record is looked for. */
interface LostRequest<T> {
	request: ServiceRequest;
	/** When it was sent, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** The number of times to look again. */
	maxRetries: number;
	/** The time for each question, in milliseconds. */
	timeoutMs: number;
	/** Reads a response as it is read when it arrives. */
	read: (response: IDataObject) => ServiceResponse<T>;
}

/**
 * Finds out what became of requests that were not answered, for all items of a run together: the record of
 * one request is not taken for that of another. It only reads.
 */
export class OutcomeSearch {
	/** The number of requests whose records were found. */
	found = 0;

	/** The IDs of records whose requests are known. */
	private readonly claimed = new Set<string>();

	/** The keys of requests of which it is not known which record they have created, if any. */
	private readonly uncertain = new Set<string>();

	/** @param cancelled Fires when the execution is cancelled. */
	constructor(
		private readonly finder: OutcomeFinder,
		private readonly client: VoiceAgentClient,
		private readonly cancelled: AbortSignal,
	) {}

	/**
	 * Takes note of a request that has come to its end, so that its
	 * record is not taken for that of a later one.
	 * @param record The output; left out if there is none.
	 */
	note(request: ServiceRequest, record?: IDataObject): void {
		const id = record && this.finder.readId(record);
		if (id === undefined) this.uncertain.add(this.finder.recordKey(request));
		else this.claimed.add(id);
	}

	/**
	 * Looks for the one record that a request can have created, several times if there is none yet.
	 * @returns The response of the service, or a sentence that says what was looked at;
	 * undefined if the execution is cancelled.
	 */
	async find<T>(lost: LostRequest<T>): Promise<Outcome<T> | undefined> {
		const where = this.finder.describeSearch(lost.request);
		if (this.uncertain.has(this.finder.recordKey(lost.request))) {
			return unknown(
				`The node did not look in ${where}: an earlier item sent the same, so that the two could not be told apart.`,
			);
		}
		const end = Date.now() + SEARCH_MS;
		let searched = '';
		for (let looks = 0; looks <= lost.maxRetries && Date.now() < end; looks++) {
			if (looks > 0) await pause(pauseBefore(looks), this.cancelled);
			if (this.cancelled.aborted) return undefined;
			const seen = await this.look(lost).catch(asServiceError);
			if ('ok' in seen) return seen;
			if (seen instanceof ServiceError) {
				searched = `The node could not look in ${where}: ${seen.message}.`;
			} else {
				searched = `The node looked in ${where} that was sent since then, and found ${seen.count || 'none'}.`;
				if (seen.count > 0) break;
			}
		}
		return unknown(searched);
	}

	/**
	 * Returns the response that the request had, or how many records it may have created: none or several.
	 * @throws ServiceError
	 */
	private async look<T>(lost: LostRequest<T>): Promise<ServiceResponse<T> | { count: number }> {
		const [record, ...others] = await this.listUnclaimed(lost);
		if (!record || others.length > 0) return { count: record ? others.length + 1 : 0 };
		const ask: Ask = async (path, body) => (await this.ask(path, body, lost)).body;
		const response = lost.read(await this.finder.buildResponse(lost.request, record.id, ask));
		this.claimed.add(record.id);
		if (response.ok) this.found++;
		return response;
	}

	/**
	 * Lists the records that the request may have created.
	 * @throws ServiceError if the service does not say.
	 */
	private async listUnclaimed<T>(lost: LostRequest<T>): Promise<FoundRecord[]> {
		let earliest = NaN;
		const records = await this.finder.listRecords(lost.request, async (path, body) => {
			const { body: answer, serviceTime } = await this.ask(path, body, lost);
			if (serviceTime === undefined) throw NO_TIME;
			// Its clock may differ from ours. The header leaves the
			// milliseconds out, so that this is never too late.
			earliest = lost.sentAt + serviceTime - Date.now();
			return answer;
		});
		return records.filter(({ id, createdAt }) => createdAt >= earliest && !this.claimed.has(id));
	}

	/** Asks without a place in the limiter: the request that is looked for still has its own. */
	private async ask<T>(path: string, body: IDataObject, { timeoutMs }: LostRequest<T>) {
		const { cancelled } = this;
		return await this.client.request(
			{ method: 'POST', path, body },
			{ idempotent: true, maxRetries: 0, timeoutMs, cancelled },
		);
	}
}

const pauseBefore = (look: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (look - 1), LONGEST_PAUSE_MS);

const unknown = (searched: string): { ok: undefined; searched: string } => ({ ok: undefined, searched });

/** Without the time of the service, an older record could not be told from a new one. */
const NO_TIME = new ServiceError({
	message: 'its answer does not say when it was given',
	description: "The answer has no 'Date' header.",
});
