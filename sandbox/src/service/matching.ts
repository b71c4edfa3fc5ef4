/**
 * Tells if a JSON value contains an expected part, like `toMatchObject` of Jest: an object must contain the
 * given fields, a list must have as many items and contain each, and any other value must be the same.
 */
export function contains(actual: unknown, expected: unknown): boolean {
	if (Array.isArray(expected)) {
		return (
			Array.isArray(actual) &&
			actual.length === expected.length &&
			expected.every((item, index) => contains(actual[index], item))
		);
	}
	if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected);
	if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
	const fields = actual as Readonly<Record<string, unknown>>;
	return Object.entries(expected).every(
		([name, value]) => value === undefined || (Object.hasOwn(fields, name) && contains(fields[name], value)),
	);
}

/**
 * Tells if a text or number in a value, at any depth, contains a text; true when there is nothing to search
 * for.
 */
export function holdsText(value: unknown, search: string | undefined): boolean {
	if (search === undefined) return true;
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).some((one) => holdsText(one, search));
	}
	if (value === null) return false;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return foldCase(text).includes(foldCase(search));
}

/** Returns a text in a form that is the same in any letter case of any script: ÄRGER for ärger, STRASSE for straße. */
export function foldCase(text: string): string {
	// First to lower case, since a capital ß stays as it is in upper case.
	return text.normalize('NFC').toLowerCase().toUpperCase();
}
