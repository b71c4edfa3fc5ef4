/** What ends a command with a line for its user instead of a stack trace. */
export class Complaint extends Error {}
