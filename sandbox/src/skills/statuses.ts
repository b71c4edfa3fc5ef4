/** Section 3, skill execution status. */
export const EXECUTION_STATUSES = ['completed', 'failed', 'pending'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** Section 3, delivery status of a skill delivery. */
export const DELIVERY_STATUSES = ['sent', 'failed', 'skipped'] as const;
