/** Returns the command-line option for a field: `--webhook-url` for `webhook_url` and for `webhookUrl`. */
export function toFlag(name: string): string {
	return `--${name.replace(/_|(?=[A-Z])/g, '-').toLowerCase()}`;
}
