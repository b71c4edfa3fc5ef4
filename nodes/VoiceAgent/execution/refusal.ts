/** A value that cannot be used: which one and why, and what to enter instead. Nothing has been sent yet. */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}
