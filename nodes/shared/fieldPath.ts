/** The value at a path such as `contact.phone`, by own properties only; undefined when there is none. */
export function valueAt(data: unknown, path: string): unknown {
	let value = data;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return value;
}
