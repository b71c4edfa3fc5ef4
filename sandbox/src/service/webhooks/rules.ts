/** The delivery rules of section 6: events, receivers, the consequence of an answer, retries, signatures. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

/** Section 6, event kinds. */
export const EVENTS = [
	'call.completed',
	'sms.received',
	'sms.sent',
	'chatapp.received',
	'chat.session.completed',
] as const;
export type EventName = (typeof EVENTS)[number];

/** An event as it is delivered. */
export interface ServiceEvent {
	readonly id: string;
	readonly event: EventName;
	/** In ISO 8601. */
	readonly created_at: string;
	/** The payload, whose fields depend on the kind of event. */
	readonly data: object;
}

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'dead_lettered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Says how a receiver is found by its id. The id of a `test_url` is the address itself, encoded as a part of a URL. */
type DestinationKind = 'api_key' | 'chatapp_account' | 'test_url';

/**
 * The receiver of a delivery by its id: the webhook of an API key or of a chat-app account (section 6), or an address
 * that is tried out.
 */
export type Destination = `${DestinationKind}:${string}`;

/** Returns the id of a destination of this kind; null if it is of another kind. */
export function readId(kind: DestinationKind, destination: Destination): string | null {
	return destination.startsWith(`${kind}:`) ? destination.slice(kind.length + 1) : null;
}

/** Finds the current URLs of destinations, which may have changed since the event. */
export class Destinations {
	readonly #finders = new Map<string, (id: string) => string | null>();

	/**
	 * Registers the function that finds the webhook URL of one kind of destination; it returns null if there is
	 * none.
	 */
	add(kind: DestinationKind, find: (id: string) => string | null): void {
		this.#finders.set(kind, find);
	}

	/** Returns the current webhook URL; null if it was removed or the key was revoked. */
	findUrl(destination: Destination): string | null {
		const [kind = '', id = ''] = destination.split(':', 2);
		return this.#finders.get(kind)?.(id) ?? null;
	}
}

/**
 * Returns the keys that receive an event (section 6, per-number scoping).
 *
 * @param webhookKeys every active key that has a webhook URL
 * @param serviceNumber the event's number in E.164; null for events without a number, which go to every key
 */
export function keysFor<Key extends { readonly phone_numbers: readonly string[] }>(
	webhookKeys: readonly Key[],
	serviceNumber: string | null,
): Key[] {
	if (serviceNumber === null) return [...webhookKeys];
	return webhookKeys.filter(({ phone_numbers: numbers }) =>
		numbers.length === 0 ? webhookKeys.length === 1 : numbers.includes(serviceNumber),
	);
}

/** The outcome of an attempt: an answer, or none, for which `error` gives the reason. */
export interface AttemptOutcome {
	/** Null on a network error or timeout. */
	readonly http_status: number | null;
	/** The headers of the answer, as JSON; null when there was none. */
	readonly response_headers: string | null;
	/** The beginning of the answer; null when there was none. */
	readonly response_body: string | null;
	readonly error: string | null;
	readonly duration_ms: number;
}

/** The consequences that an attempt can have. */
export const VERDICTS = ['success', 'retry', 'gone', 'client_error'] as const;

/** Applies the delivery rules of section 6, row by row. */
export function toVerdict(httpStatus: number | null): (typeof VERDICTS)[number] {
	if (httpStatus === null) return 'retry';
	if (httpStatus === 408 || httpStatus === 429 || httpStatus >= 500) return 'retry';
	if (httpStatus === 410) return 'gone';
	if (httpStatus >= 400) return 'client_error';
	return 'success';
}

/**
 * Returns the delay of an exponential back-off with full jitter, between zero and the bound, so that
 * deliveries which failed together are not retried together.
 *
 * @param attempt the number of the attempt that has just failed, from 1
 * @param random a number from 0 to 1
 */
export function retryDelay(
	attempt: number,
	{ deliveryBaseDelayMs, deliveryMaxDelayMs }: Pick<Config, 'deliveryBaseDelayMs' | 'deliveryMaxDelayMs'>,
	random: number,
): number {
	const bound = Math.min(deliveryBaseDelayMs * 2 ** (attempt - 1), deliveryMaxDelayMs);
	return Math.round(random * bound);
}

/** Section 6, signature: the name of the header that carries it. */
export const SIGNATURE_HEADER = 'x-service-signature';

/**
 * Returns the signature of section 6: `sha256=` and the HMAC-SHA256 of the raw body keyed with the signing
 * secret, in hexadecimal.
 */
export function sign(body: string | Uint8Array, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Tells if a header is the signature of a body. The time that this takes reveals nothing about the right one. */
export function isSignature(header: unknown, body: string | Uint8Array, secret: string): boolean {
	const [given, right] = [Buffer.from(String(header)), Buffer.from(sign(body, secret))];
	return given.length === right.length && timingSafeEqual(given, right);
}
