/**
 * Characters that could move the cursor, color the text or ring the bell, since message texts are not
 * trusted.
 */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

/** Formats a value in one line, without characters that a terminal would interpret. */
export function printable(value: unknown): string {
	if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.replace(/\s+/g, ' ').replace(CONTROLS, '');
}
