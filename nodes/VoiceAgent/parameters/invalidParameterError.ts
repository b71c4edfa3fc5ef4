/** A value that cannot be used: which one and why, and what to enter instead. Nothing has been sent yet. */
export class InvalidParameterError extends Error {
	/** @param itemIndex The input item that it is about, if that is not the first one of the request. */
	constructor(
		message: string,
		readonly advice: string,
		readonly itemIndex?: number,
	) {
		super(message);
	}
}
