import type { Arrival } from './held-receiver.ts';
import type { Delivery } from '../../../test/support/service-records.ts';

/** An event that was asked for. */
export interface Asked {
	/** The text of its message, which no other event has. */
	readonly text: string;
	/** Who is to get it, with the secret that signs it; null is not signed. */
	readonly receivers: ReadonlyMap<string, string | null>;
	/** The deliveries of the answer; undefined if the sandbox died before it answered. */
	readonly deliveries: readonly string[] | undefined;
}

/** A delivery as the log shows it. */
export interface Logged extends Delivery {
	readonly event_id: string;
	readonly api_key_id: string | null;
	readonly chatapp_account_id: string | null;
	readonly finished_at: string | null;
}

/** A delivery that was given up, as the log shows it. */
export interface DeadLetter {
	readonly id: string;
	readonly reason: string;
	readonly delivery: { readonly id: string };
}

/** All that a judge needs to know of a trial. */
export interface History {
	/** The attempts that a delivery has at most. */
	readonly tries: number;
	readonly asked: Asked[];
	/** The ids that replays have answered, by the id that was replayed: of a delivery. */
	readonly replayed: Array<{ readonly original: string; readonly replay: string }>;
	/** The reasons for which the deliveries to somebody were given up. */
	readonly givenUp: Array<{ readonly destination: string; readonly reason: string }>;
	readonly arrivals: readonly Arrival[];
	readonly deliveries: readonly Logged[];
	readonly deadLetters: readonly DeadLetter[];
}

/** The receiver of a delivery: the id of an API key or of a chat-app account. */
export const destinationOf = ({ api_key_id: key, chatapp_account_id: account }: Logged): string =>
	key ?? account ?? '';
