import type { Static } from 'typebox';
import type { Batch } from '../../service/batches/schema.ts';
import type { FunctionCall } from '../../service/function-calls/schema.ts';
import type { Channel, MessageRecord } from '../../service/messages/message.ts';
import type { Delivery } from '../../service/webhooks/log.ts';
import type { RequestRecord } from '../requests/requests.ts';

/** The most records of each kind that are read. */
const MAX_RECORDS = 1000;

/** Makes a GET of the control API in one account; the path is relative to `/sandbox/v1`. */
export type Read = (path: string) => Promise<unknown>;

/** The newest records of an account at one time, by which later ones are recognized. */
export interface Newest {
	readonly request: number;
	/** As the control call `/messages` numbers it. */
	readonly message: number;
	/** The IDs; null if there is none. */
	readonly batch: string | null;
	readonly functionCall: string | null;
	readonly delivery: string | null;
}

type Request = Static<typeof RequestRecord>;
/** A message to a person. */
export type SentMessage = MessageRecord & { readonly channel: Static<typeof Channel> };

/** Reads the newest records of an account. */
export async function readNewest(read: Read): Promise<Newest> {
	const [{ requests }, { newest }, { batches }, { function_calls: calls }, { deliveries }] =
		await Promise.all([
			read('/requests?limit=1') as Promise<{ requests: Request[] }>,
			read('/messages?limit=1') as Promise<{ newest: number }>,
			read('/batches?limit=1') as Promise<{ batches: Batch[] }>,
			read('/function-calls?limit=1') as Promise<{ function_calls: FunctionCall[] }>,
			read('/deliveries?limit=1') as Promise<{ deliveries: Delivery[] }>,
		]);
	return {
		request: requests[0]?.id ?? 0,
		message: newest,
		batch: batches[0]?.id ?? null,
		functionCall: calls[0]?.id ?? null,
		delivery: deliveries[0]?.id ?? null,
	};
}

/** The records of an account that are new since one time, the oldest first. Each method reads them again. */
export class NewRecords {
	/** The number of the account. */
	readonly account: number;
	readonly #read: Read;
	readonly #before: Newest;

	/** @param before the newest records at the time */
	constructor(account: number, read: Read, before: Newest) {
		this.account = account;
		this.#read = read;
		this.#before = before;
	}

	async requests(): Promise<Request[]> {
		const path = `/requests?after=${this.#before.request}&limit=${MAX_RECORDS}`;
		return ((await this.#read(path)) as { requests: Request[] }).requests;
	}

	/** The messages to people. */
	async sentMessages(): Promise<SentMessage[]> {
		const path = `/messages?direction=outbound&after=${this.#before.message}&limit=${MAX_RECORDS}`;
		return ((await this.#read(path)) as { messages: SentMessage[] }).messages.reverse();
	}

	async batches(): Promise<Batch[]> {
		const { batches } = (await this.#read(`/batches?limit=${MAX_RECORDS}`)) as { batches: Batch[] };
		return listLater(batches, this.#before.batch);
	}

	async functionCalls(): Promise<FunctionCall[]> {
		const answer = (await this.#read(`/function-calls?limit=${MAX_RECORDS}`)) as {
			function_calls: FunctionCall[];
		};
		return listLater(answer.function_calls, this.#before.functionCall);
	}

	async deliveries(): Promise<Delivery[]> {
		const answer = (await this.#read(`/deliveries?limit=${MAX_RECORDS}`)) as { deliveries: Delivery[] };
		return listLater(answer.deliveries, this.#before.delivery);
	}
}

/** Returns the records after one of them, the oldest first; all if it is not there. @param records the newest first */
function listLater<Kept extends { readonly id: string }>(
	records: readonly Kept[],
	id: string | null,
): Kept[] {
	const index = records.findIndex((one) => one.id === id);
	return records.slice(0, index < 0 ? undefined : index).reverse();
}
