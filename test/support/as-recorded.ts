/** A body as the sandbox records it: without the values of a custom function's headers, which may be keys. */
export const asRecorded = (body: unknown): unknown =>
	JSON.parse(
		JSON.stringify(body, (field, value: unknown) =>
			field === 'headers' && Array.isArray(value)
				? value.map((header: object) => ({ ...header, value: '[redacted]' }))
				: value,
		),
	);
