import type { Call, TranscriptLine } from '../calls/schema.ts';
import type { FunctionCall } from '../function-calls/schema.ts';
import type { ScriptedCall, ScriptedFunction, WantedFunction } from './schema.ts';

/** The fields of a scripted function that hold its result. */
type Outcome = Omit<ScriptedFunction, keyof WantedFunction>;

/** The outcome of a function that has not been called yet. */
export const UNANSWERED: Outcome = {
	status: 'waiting',
	function_call_id: null,
	answered_at_seconds: null,
	text: null,
	values: {},
};

/** Returns the outcome of a function that was called. @param beganAtSeconds the second of the phone call */
export function readAnswer(answer: FunctionCall, beganAtSeconds: number): Outcome {
	const { id, status, created_at: begun, finished_at: finished, error, values, attempts } = answer;
	const hasSucceeded = status === 'succeeded';
	const tookMs = Math.max(Date.parse(finished ?? begun) - Date.parse(begun), 0);
	return {
		status: hasSucceeded ? 'succeeded' : 'failed',
		function_call_id: id,
		answered_at_seconds: beganAtSeconds + tookMs / 1000,
		text: error ?? attempts.at(-1)?.response_body ?? '',
		values: hasSucceeded ? values : {},
	};
}

/**
 * Returns the outcome of a function that the agent could no longer call. @param beganAtSeconds the second of
 * the phone call
 */
export function readRefusal({ message: text }: Error, beganAtSeconds: number): Outcome {
	return { ...UNANSWERED, status: 'failed', answered_at_seconds: beganAtSeconds, text };
}

/**
 * Builds the transcript of a call that is over: its lines and the answers of its functions, in the order of
 * time.
 */
export function writeTranscript({ transcript, functions }: ScriptedCall): TranscriptLine[] {
	const said = transcript.map(({ at_seconds: at, ...line }) => ({ at, line }));
	const answers = functions.map(({ answered_at_seconds: at, name, text }) => ({
		at: at ?? 0,
		line: { role: 'function' as const, name, text: text ?? '' },
	}));
	return [...said, ...answers].sort((one, other) => one.at - other.at).map(({ line }) => line);
}

/** Adds the values that the agent took from answers to the data of the script. */
export function collectData({ extracted_data: given, functions }: ScriptedCall): Call['extracted_data'] {
	return Object.assign({ ...given }, ...functions.map(({ values }) => values)) as Call['extracted_data'];
}
