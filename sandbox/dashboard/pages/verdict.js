/** Which address a program in a container has to use instead. */
export function inContainer(url) {
	const { hostname, port } = new URL(url);
	if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return '';
	return `If n8n runs in a container: start the sandbox with --host 0.0.0.0, and use http://host.docker.internal:${port}.`;
}

/** What each status of an answer means, and how to go on; `other` for the rest of the refusals. */
const STATUSES = {
	401: 'n8n refused the signature (401): the Signing Secret in the credential is not the one shown above. Copy it again and save the credential.',
	404: 'n8n knows no such webhook (404). Publish the workflow; with a test URL (/webhook-test/), first press Execute Workflow. If it is published, compare the URL with the Production URL in the trigger.',
	410: 'The webhook is gone (410): the service would never try again. Use the Production URL that the trigger shows now.',
	other:
		'The event was refused. A proxy or an IP allowlist may not let the sandbox in, or it is not n8n that answers there.',
};

/** Why there was no answer: a pattern of the reason, and what to do. @type {Array<[RegExp, string]>} */
const REASONS = [
	[
		/ECONNREFUSED/,
		'Nothing runs at HOST: start n8n, or correct the port. For n8n in a container, use the port that it publishes on this machine.',
	],
	[
		/ENOTFOUND|EAI_AGAIN/,
		'This machine does not know the name HOST. For n8n in a container, use http://127.0.0.1 with the port that it publishes.',
	],
	[/timeout/i, 'HOST did not answer in time. n8n may be busy, or something before it keeps the request.'],
	[/CERT|SSL|TLS/i, 'The certificate of HOST is not trusted. Use http:// for n8n on this machine.'],
];

/**
 * What an attempt to reach n8n says about the connection, and how to go on.
 * @returns {{ works: boolean, words: string }}
 */
export function verdictOf({ http_status: status, error, url }) {
	const { host } = new URL(url);
	const fails = (words) => ({ works: false, words: words.replace('HOST', host) });
	if (status === null) return fails(REASONS.find(([pattern]) => pattern.test(error))?.[1] ?? error);
	if (status < 300) return { works: true, words: `It works: n8n took the event (${status}).` };
	if (status < 400)
		return fails(`HOST redirects (${status}), so no workflow ran: use the address it redirects to.`);
	if (status >= 500)
		return fails(`n8n could not take the event (${status}). The sandbox tries again; see n8n's log.`);
	return fails(STATUSES[status] ?? `${STATUSES.other} (${status})`);
}
