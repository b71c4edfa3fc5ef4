import { parseJson } from '../text/json';

/**
 * n8n stores what starts an execution by recursion, which overflows the stack some thousands of levels down.
 */
const DEEPEST = 500;

/** The body as text, without a byte order mark. */
export const decodeBody = (rawBody: Buffer): string => rawBody.toString('utf8').replace(/^\ufeff/, '');

/** The body as JSON; undefined if it is not JSON, or nested too deeply for n8n to store. */
export function parsePayload(rawBody: Buffer): unknown {
	const payload = parseJson(decodeBody(rawBody));
	return isDeeperThan(DEEPEST, payload) ? undefined : payload;
}

/** Goes down level by level, without recursion. */
function isDeeperThan(depth: number, value: unknown): boolean {
	let level = [value];
	for (let down = 0; level.length > 0; down++) {
		if (down > depth) return true;
		level = level.flatMap((one) =>
			typeof one === 'object' && one !== null
				? Object.values(one).filter((child) => typeof child === 'object' && child !== null)
				: [],
		);
	}
	return false;
}
