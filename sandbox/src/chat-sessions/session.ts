/** Section 8: a session ends after so long without a line. */
export const IDLE_END_MS = 30 * 60_000;

export const CHAT_SIDES = ['visitor', 'agent'] as const;
export const END_REASONS = ['closed', 'inactivity'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** One thing written in a chat; `at` as ISO 8601. */
export interface ChatLine {
	readonly from: (typeof CHAT_SIDES)[number];
	readonly text: string;
	readonly at: string;
}

/** A website chat (section 6, `chat.session.completed`); times in milliseconds. */
export interface ChatSession {
	readonly id: string;
	readonly visitorName: string | null;
	readonly agentId: string | null;
	readonly lines: readonly ChatLine[];
	readonly openedAt: number;
	readonly lastActiveAt: number;
	/** Null while it goes on. */
	readonly endedAt: number | null;
	readonly endReason: EndReason | null;
}
