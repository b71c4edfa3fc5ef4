/**
 * Says whether a JSON value holds an expected part: of an object the given fields, each of them in part
 * again; of a list as many items, each of them in part; of anything else the same value. This is what
 * `toMatchObject` of Jest means by it, too.
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
