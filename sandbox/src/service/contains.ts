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
