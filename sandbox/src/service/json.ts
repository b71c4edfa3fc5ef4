/** Returns the value of a JSON text; undefined for null and for what is not JSON. */
export function parseJson(text: string | null): unknown {
	try {
		return text === null ? undefined : (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}

/** Returns the value of a JSON text, and any other text, or null, as it is. */
export function parseJsonOrText(text: string | null): unknown {
	return parseJson(text) ?? (text === 'null' ? null : text);
}
