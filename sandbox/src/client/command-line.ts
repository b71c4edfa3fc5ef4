/** Parts that the command line and the programs behind it share: errors, names of options, and printing of text. */

/**
 * Characters that could move the cursor, color the text or ring the bell, since message texts are not
 * trusted.
 */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

/** An error whose message is printed for the user instead of a stack trace. */
export class CliError extends Error {
	/** The status with which the command exits. */
	readonly exitCode: number;

	constructor(message?: string, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** Returns the command-line option for a field: `--webhook-url` for `webhook_url` and for `webhookUrl`. */
export function toFlag(name: string): string {
	return `--${name.replace(/_|(?=[A-Z])/g, '-').toLowerCase()}`;
}

/** Formats a value in one line, without characters that a terminal would interpret. */
export function printable(value: unknown): string {
	if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.replace(/\s+/g, ' ').replace(CONTROLS, '');
}
