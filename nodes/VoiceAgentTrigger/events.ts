import { EVENTS, UNSIGNED_EVENT, type VoiceAgentEvent } from '../shared/wire/events';
import { parseJson } from '../shared/json';

/**
 * The kind of an event, without trusting a field name, since the interface shows none: `event`, then `type`, then the one
 * other top-level string that is an event's name. Undefined when there is none, or more than one.
 * @param chatAppName The service's name for the messaging app, as in `<name>.received`.
 */
export function eventKindOf(payload: unknown, chatAppName: string): VoiceAgentEvent | undefined {
	if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
	const fields = new Map<string, unknown>(Object.entries(payload));
	const kindOf = (value: unknown): VoiceAgentEvent | undefined => {
		if (value === `${chatAppName}.received`) return UNSIGNED_EVENT;
		return EVENTS.find((event) => event === value);
	};
	const named = kindOf(fields.get('event')) ?? kindOf(fields.get('type'));
	if (named) return named;
	const others = new Set([...fields.values()].map(kindOf).filter((kind) => kind !== undefined));
	return others.size === 1 ? [...others][0] : undefined;
}

/** n8n stores what starts an execution by recursion, which overflows the stack some thousands of levels down. */
const DEEPEST = 500;

/** The body as JSON; undefined when it is none that n8n could store, as a stranger's may be. */
export function parsePayload(rawBody: Buffer): unknown {
	const payload = parseJson(rawBody.toString('utf8').replace(/^\ufeff/, ''));
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
