/** A text as JSON; undefined when it is none, which JSON itself cannot say. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
