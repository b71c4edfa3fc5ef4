import type { TriggerN8n } from '../support/real-n8n.ts';

/** A group of tests around one death of n8n. Its phases come in this order. */
export interface Part {
	readonly title: string;
	/** n8n runs. */
	prepare(n8n: TriggerN8n): Promise<void>;
	/** n8n is about to die: settles when it is in the middle of its work. */
	begin?(): Promise<void>;
	whileAway?(): Promise<void>;
	whenBack?(): Promise<void>;
	tests(): void;
	stop(): Promise<void>;
}
