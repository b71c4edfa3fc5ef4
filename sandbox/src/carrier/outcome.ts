import type { Message } from '../messages/message.ts';

/** How the carrier or the chat-app provider leaves a message (section 3, message status). */
export type DeliveryOutcome =
	| { readonly status: 'delivered' }
	| { readonly status: 'undelivered' | 'failed'; readonly code: string; readonly reason: string };

/** Statuses that a message never leaves. */
export const FINAL_STATUSES = ['delivered', 'undelivered', 'failed'] as const;

/** What is reported where nobody says otherwise. */
export const DEFAULT_ERRORS = {
	undelivered: { code: 'unreachable', reason: 'The handset could not be reached.' },
	failed: { code: 'rejected', reason: 'The provider rejected the message.' },
} as const;

/** Recipients that behave in a set way, so that failures can be produced on purpose. */
export function outcomeFor({ to_number: recipient }: Message): DeliveryOutcome {
	if (recipient.endsWith('0198')) return { status: 'undelivered', ...DEFAULT_ERRORS.undelivered };
	if (recipient.endsWith('0199')) return { status: 'failed', ...DEFAULT_ERRORS.failed };
	return { status: 'delivered' };
}
