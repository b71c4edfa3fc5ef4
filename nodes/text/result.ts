/** The result of a step: its value, or the problem that stood in the way. An error that ends an item is thrown instead. */
export type Result<Value, Problem = string> = { ok: true; value: Value } | { ok: false; problem: Problem };

/**
 * Returns the result of work that may throw: an error of this class is the problem, any other is thrown again.
 * @param errorClass By default every error.
 */
export async function toResult<Value, Problem extends Error = Error>(
	work: Promise<Value>,
	errorClass: abstract new (...values: never[]) => Problem = Error as never,
): Promise<Result<Value, Problem>> {
	return await work.then(
		(value) => ({ ok: true, value }),
		(error: unknown) => {
			if (error instanceof errorClass) return { ok: false, problem: error };
			throw error;
		},
	);
}
