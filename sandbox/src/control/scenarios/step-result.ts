import type { ScenarioRun } from './scenario.ts';

/** A step of a run with what is kept of it, and not shown. */
export type RunStep = ScenarioRun['steps'][number] & {
	/** The answer to its control call; kept for the steps that have a name. */
	readonly answer?: unknown;
	/** The keys of what has met its expectation. */
	readonly met_by?: readonly string[];
};

/** The fields that tell the result of a control call; all but `error` are those of a success. */
export interface StepAnswer {
	readonly id?: string;
	readonly status?: string;
	readonly event_id?: string | null;
	readonly deliveries?: readonly object[];
	readonly error?: string | null;
	readonly message?: { readonly id?: string };
}

/** Reads the result of a step from the answer to its control call. */
export function readOutcome(
	{ name, function: called }: RunStep,
	code: number,
	answer: StepAnswer,
): Partial<RunStep> {
	const { id = null, status, event_id = null, error = null, message } = answer;
	if (code >= 300) return { status: 'refused', error: error ?? `Answered ${code}` };
	// Of a step without a name, the message is enough to know that no workflow sent it.
	const kept = { answer: name === undefined ? { message: { id: message?.id } } : answer };
	if (called === undefined) return { status: 'done', event_id, unheard: describeUnheard(answer), ...kept };
	const verdict = status === 'succeeded' ? 'done' : 'failed';
	return { status: verdict, function_call_id: id, error, ...kept };
}

/** Tells why an event reached nobody; null if it reached a webhook, or if there was none. */
function describeUnheard({ event_id: eventId, deliveries }: StepAnswer): string | null {
	if (eventId === undefined || deliveries === undefined) return null;
	if (eventId === null) return 'no event: no webhook is set for it, or the loop trap held it back';
	if (deliveries.length > 0) return null;
	return 'no webhook receives it: no API key has a webhook URL, or none is scoped to this number';
}
