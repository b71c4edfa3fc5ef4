/** A JSON object, as opposed to a list, a text, a number or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a JSON text; undefined, which JSON cannot express, if it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * n8n stores what starts an execution by recursion, which overflows the stack some thousands of levels down.
 */
const DEEPEST = 500;

/** Returns the value of a JSON text; undefined if it is not JSON, or nested too deeply for n8n to store. */
export function parseStorableJson(text: string): unknown {
	const value = parseJson(text);
	return isDeeperThan(DEEPEST, value) ? undefined : value;
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
