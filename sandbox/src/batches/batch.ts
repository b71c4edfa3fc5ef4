import type { CallWindow } from './call-window.ts';

/** Section 3, batch campaign status. */
export const BATCH_STATUSES = [
	'draft',
	'scheduled',
	'running',
	'paused',
	'completed',
	'cancelled',
	'failed',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Where a recipient stands; `skipped`: the campaign ended before the dial. */
export const RECIPIENT_STATUSES = ['pending', 'calling', 'completed', 'failed', 'skipped'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** A campaign as stored (section 2, batch call campaign); times in milliseconds. */
export interface Batch {
	readonly seq: number;
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	/** E.164. */
	readonly callerId: string;
	readonly agentId: string | null;
	readonly status: BatchStatus;
	readonly sendNow: boolean;
	readonly scheduledAt: number | null;
	readonly window: CallWindow;
	/** Concurrency slots kept free for other calls. */
	readonly reservedConcurrency: number;
	readonly purpose: string | null;
	readonly goal: string | null;
	readonly totalRecipients: number;
	readonly completedCount: number;
	readonly failedCount: number;
	readonly createdAt: number;
	readonly startedAt: number | null;
	readonly finishedAt: number | null;
}

/** Whom to call; `phoneNumber` in E.164. */
export interface NewRecipient {
	readonly name: string | null;
	readonly phoneNumber: string;
}

/** A recipient as stored; times in milliseconds. */
export interface Recipient extends NewRecipient {
	readonly seq: number;
	readonly status: RecipientStatus;
	readonly callId: string | null;
	readonly failureReason: string | null;
	readonly callStartedAt: number | null;
	readonly callEndsAt: number | null;
}

/** What makes a campaign. */
export type NewBatch = Pick<
	Batch,
	| 'userId'
	| 'name'
	| 'callerId'
	| 'agentId'
	| 'status'
	| 'sendNow'
	| 'scheduledAt'
	| 'window'
	| 'reservedConcurrency'
	| 'purpose'
	| 'goal'
> & { readonly recipients: readonly NewRecipient[]; readonly createdAt?: number };
