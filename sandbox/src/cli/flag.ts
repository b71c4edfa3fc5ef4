/**
 * The command-line option that gives a field: `webhook_url` and `webhookUrl` are given by `--webhook-url`.
 */
export function toFlag(name: string): string {
	return `--${name.replace(/_|(?=[A-Z])/g, '-').toLowerCase()}`;
}
