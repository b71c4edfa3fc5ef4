/**
 * An error whose message is printed for the user in place of a stack trace; the command ends with status 1.
 */
export class CliError extends Error {}
