/** An error whose message is printed for the user instead of a stack trace. */
export class CliError extends Error {
	/** The status with which the command exits. */
	readonly exitCode: number;

	constructor(message?: string, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
}
