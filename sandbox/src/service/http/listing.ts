import { setTimeout as sleep } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Defaulted } from './values.ts';

/** Section 8: `limit` and `offset` of list-messages and list-phone-numbers. */
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** The paging fields of a listing; a larger limit counts as the maximum. */
export const PagingRequest = Type.Object({
	limit: Defaulted(
		Type.Integer({
			minimum: 1,
			default: DEFAULT_LIMIT,
			description: `More than ${MAX_LIMIT} counts as that`,
		}),
	),
	offset: Defaulted(Type.Integer({ minimum: 0, default: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

/** Returns the requested page, within the limits. */
export function readPage({ limit, offset }: Static<typeof PagingRequest>) {
	return { limit: Math.min(limit, MAX_LIMIT), offset };
}

/** The paging query of a listing in the control API. */
export const ControlPaging = Type.Object({
	limit: Defaulted(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
	offset: PagingRequest.properties.offset,
});

/** The search query of a listing in the control API. */
export const SearchQuery = Type.Object({
	search: Type.Optional(Type.String({ description: 'Part of any field, in any letter case' })),
});

/** The longest wait of a control call. */
const MAX_WAIT_MS = 120_000;
const POLL_INTERVAL_MS = 15;

/** The query of a listing that can wait until it is long enough. */
export const WaitQuery = Type.Object({
	wait_for: Type.Optional(Type.Integer({ minimum: 0, description: 'Wait until at least so many match' })),
	timeout_ms: Defaulted(Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS, default: 10_000 })),
});

/** The query of a record that can wait until the process that it describes has ended. */
export const EndQuery = Type.Object({
	finished: Type.Optional(Type.Boolean({ description: 'Wait until it has ended' })),
	timeout_ms: WaitQuery.properties.timeout_ms,
});

/**
 * Waits until `count()` reaches `wanted`; returns at once when nothing is wanted.
 *
 * @param version rises whenever `count()` may have changed
 * @returns true if it was reached before the time-out (milliseconds of real time)
 */
export async function waitForCount(
	wanted: number | undefined,
	timeoutMs: number,
	count: () => number,
	version: () => number,
): Promise<boolean> {
	if (wanted === undefined) return true;
	const until = performance.now() + timeoutMs;
	for (;;) {
		const seen = version();
		if (count() >= wanted) return true;
		do {
			const left = until - performance.now();
			if (left <= 0) return false;
			await sleep(Math.min(POLL_INTERVAL_MS, left));
		} while (version() === seen);
	}
}

/**
 * Returns a record, with {@link EndQuery} once it is no longer `running` or the time is up.
 *
 * @param version as for {@link waitForCount}
 */
export async function waitUntilEnded<Kept extends { readonly status: string }>(
	{ finished, timeout_ms: timeoutMs }: Static<typeof EndQuery>,
	look: () => Kept,
	version: () => number,
): Promise<Kept> {
	const ended = () => Number(look().status !== 'running');
	await waitForCount(finished ? 1 : undefined, timeoutMs, ended, version);
	return look();
}
