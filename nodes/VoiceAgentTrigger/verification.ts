/** Whether a request comes from the service; if not, the reason is for the log and holds nothing that was sent. */
export type Verification<T = unknown> = ({ valid: true } & T) | { valid: false; reason: string };

export const refused = (reason: string): { valid: false; reason: string } => ({ valid: false, reason });
