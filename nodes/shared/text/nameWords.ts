/**
 * The words of a field's name in small letters, however it is spelled: `call id` for `call_id`, `callId`, `CallId`
 * and `CALL_ID`.
 */
export const toNameWords = (name: string): string =>
	name
		.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
		.toLowerCase()
		.replace(/[^a-z]+/g, ' ')
		.trim();
