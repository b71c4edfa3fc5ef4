/**
 * An error whose message is printed for the user instead of a stack trace; the command exits with status 1.
 */
export class CliError extends Error {}
