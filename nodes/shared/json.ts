/** A JSON object, as opposed to a list, a text, a number or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined when it is not JSON, a value that JSON cannot express. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
