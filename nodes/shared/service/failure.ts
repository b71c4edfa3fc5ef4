/** Why a request did not end in a usable answer. */
export type Fault =
	/** The service answered with a status other than 2xx (interface section 7 shows both shapes of its body). */
	| {
			kind: 'refused';
			status: number;
			/** In the service's words; empty when the body held none. */
			message: string;
			code?: string;
			detail?: string;
			/** From `Retry-After`, in milliseconds. */
			retryAfter?: number;
	  }
	/** The request provably never reached the service. */
	| { kind: 'unreached'; reason: string }
	/** It was sent, but the connection ended or time ran out before an answer came. */
	| { kind: 'unanswered'; reason: 'timeout' | 'reset' }
	/** The answer says success, yet its body is not the JSON object that the interface promises. */
	| { kind: 'unreadable'; status: number; body: 'html' | 'empty' | 'truncated' }
	/** The service sends the request to another address; following it would hand the key to a stranger. */
	| { kind: 'redirected'; location: string }
	/** The execution was stopped by the user. */
	| { kind: 'cancelled' };

/** Statuses that tell of a passing condition, so that a harmless request is worth repeating. */
const PASSING = new Set([408, 500, 502, 503, 504]);

/** Whether the service provably did not take the request, so that even a send may be repeated. */
export function provablyNotTaken(fault: Fault): boolean {
	if (fault.kind === 'unreached') return true;
	if (fault.kind !== 'refused') return false;
	return fault.status === 429 || (fault.status === 503 && fault.retryAfter !== undefined);
}

/** Whether sending the request again may help and can do no harm. */
export function worthRepeating(fault: Fault, repeatable: boolean): boolean {
	if (provablyNotTaken(fault)) return true;
	if (!repeatable) return false;
	if (fault.kind === 'refused') return PASSING.has(fault.status);
	return fault.kind === 'unanswered' || (fault.kind === 'unreadable' && fault.body !== 'html');
}

/**
 * Whether the service may have carried the request out all the same. A 502 in the service's own words is its report that a
 * provider declined (section 7); one without them comes from something in between.
 */
export function leavesDoubt(fault: Fault): boolean {
	if (fault.kind === 'unanswered' || fault.kind === 'unreadable') return true;
	if (fault.kind !== 'refused' || provablyNotTaken(fault)) return false;
	return fault.status === 502 ? fault.message === '' : PASSING.has(fault.status);
}
