/** The result of a step: its value, or the problem that stood in the way. An error that ends an item is thrown instead. */
export type Result<Value, Problem = string> = { ok: true; value: Value } | { ok: false; problem: Problem };

/** Returns the result of work that may throw: what it throws is the problem. */
export function toResult<Value>(work: Promise<Value>): Promise<Result<Value, unknown>>;
/** Returns the result of work that may throw: an error of this class is the problem, any other is thrown again. */
export function toResult<Value, Problem>(
	work: Promise<Value>,
	errorClass: abstract new (...values: never[]) => Problem,
): Promise<Result<Value, Problem>>;
export async function toResult<Value>(
	work: Promise<Value>,
	errorClass?: abstract new (...values: never[]) => unknown,
): Promise<Result<Value, unknown>> {
	return await work.then(
		(value) => ({ ok: true, value }),
		(error: unknown) => {
			if (errorClass && !(error instanceof errorClass)) throw error;
			return { ok: false, problem: error };
		},
	);
}
