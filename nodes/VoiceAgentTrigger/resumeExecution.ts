import { type IDataObject, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { readResumeBaseUrl } from '../shared/n8nInternals';
import { requestResume } from './resumeRequest';

/** The outcome of handing a reply over. */
export type ResumeResult =
	/** The execution of this reference has it: it goes on, or has asked again. */
	| { kind: 'taken'; reference: string; reply: 'resumed' | 'asked again' }
	/** n8n itself has said that no execution waits for it, or none any more. */
	| { kind: 'notWaiting' }
	/** It is not known whether an execution waits for it; the reason also says what to set. */
	| { kind: 'failed'; reason: string };

/**
 * For how long a reply is handed over again while the answer is the same, in milliseconds. A service may take long to answer the
 * question, while the reply to it is already there.
 */
const PATIENCE_MS = { running: 75_000, notResumed: 3_000, failed: 5_000 } as const;

/** For how long it is handed over again in all, in milliseconds. */
const LONGEST_MS = PATIENCE_MS.running;

/** The pauses between the tries double up to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Hands a reply over to the execution that waits for it. n8n may answer otherwise a moment later, so it is asked again before an answer
 * decides.
 * @param references The questions that it may answer; the first execution that takes it has it.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	references: string[],
	body: IDataObject,
): Promise<ResumeResult> {
	const base = readResumeBaseUrl(context);
	if (base === undefined) {
		return { kind: 'failed', reason: 'n8n has not said where it takes replies.' };
	}
	const begun = Date.now();
	let open = references.map((reference) => ({
		reference,
		kind: 'running' as keyof typeof PATIENCE_MS,
		since: begun,
	}));
	let failure: ResumeResult | undefined;
	for (let pause = FIRST_PAUSE_MS; open.length > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
		const still: typeof open = [];
		failure = undefined;
		for (const { reference, kind, since } of open) {
			const answer = await requestResume(context, base, reference, body);
			if (answer.kind === 'taken') return { ...answer, reference };
			// It waited when n8n tried to resume it, and now it runs: another reply came first.
			const isTooLate = kind === 'notResumed' && answer.kind === 'running';
			if (answer.kind === 'notWaiting' || isTooLate) continue;
			if (answer.kind === 'failed') failure = answer;
			still.push({ reference, kind: answer.kind, since: answer.kind === kind ? since : Date.now() });
		}
		const now = Date.now();
		const isWorthwhile = still.some(({ kind, since }) => now - since < PATIENCE_MS[kind]);
		if (!isWorthwhile || now - begun >= LONGEST_MS) break;
		open = still;
		await sleep(pause);
	}
	return failure ?? { kind: 'notWaiting' };
}
