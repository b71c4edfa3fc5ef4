import { N8nApiError } from '../sandbox/src/n8n/api.ts';

/** Something that a person can fix: its message is the whole of what to show, without a stack. */
export class Failure extends Error {
	override readonly name = 'Failure';
}

/**
 * Returns the text to show for anything that was thrown: a failure's own words, or all that is known of
 * a fault of ours.
 */
export const explain = (error: unknown): string => {
	if (error instanceof Failure || error instanceof N8nApiError) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
