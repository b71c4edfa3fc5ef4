/** A call that has ended, with what post-processing made of it; times in milliseconds, numbers in E.164. */
export interface Call {
	readonly id: string;
	readonly direction: 'inbound' | 'outbound';
	readonly fromNumber: string;
	readonly toNumber: string;
	readonly agentId: string | null;
	/** The campaign that made it; null for none. */
	readonly batchId: string | null;
	readonly contactName: string | null;
	readonly startedAt: number;
	readonly endedAt: number;
	readonly summary: string;
	readonly transcript: readonly TranscriptLine[];
	readonly extractedData: Readonly<Record<string, unknown>>;
}

/** One thing said in a call. */
export interface TranscriptLine {
	readonly role: 'agent' | 'caller';
	readonly text: string;
}

/** What makes a call; the rest is made up. */
export type NewCall = Pick<
	Call,
	'direction' | 'fromNumber' | 'toNumber' | 'agentId' | 'startedAt' | 'endedAt'
> &
	Partial<Pick<Call, 'id' | 'batchId' | 'contactName' | 'summary' | 'transcript' | 'extractedData'>>;

/** The service number of a call: where it came in, or from where it went out. */
export function serviceNumberOf({ direction, fromNumber, toNumber }: Call): string {
	return direction === 'inbound' ? toNumber : fromNumber;
}
