/**
 * Which address a program in a container has to use instead.
 * @param {string} url
 */
export function inContainer(url) {
	const { hostname, port } = new URL(url);
	if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return '';
	return `If n8n runs in a container: start the sandbox with --host 0.0.0.0, and use http://host.docker.internal:${port}.`;
}

/** @type {Record<number, string>} */
const STATUSES = {
	401: 'n8n refused the signature (401): the Signing Secret in the credential is not the one shown above. Copy it again and save the credential.',
	403: 'n8n refused the request (403): something before it, such as a proxy, or its IP allowlist does not let the sandbox in.',
	404: 'n8n knows no such webhook (404). Publish the workflow; with a test URL (/webhook-test/), first press Execute Workflow. If it is published, compare the URL with the Production URL in the trigger.',
	410: 'The webhook is gone (410): the service would never try again. Use the Production URL that the trigger shows now.',
};

/** @type {Array<[RegExp, (host: string) => string]>} */
const REASONS = [
	[
		/ECONNREFUSED/,
		(host) =>
			`Nothing runs at ${host}: start n8n, or correct the port. If n8n runs in a container, use the port that the container publishes on this machine.`,
	],
	[
		/ENOTFOUND|EAI_AGAIN/,
		(host) =>
			`This machine does not know the name ${host}. A name that only containers know does not work here: use http://127.0.0.1 with the port that the container publishes.`,
	],
	[
		/timeout/i,
		(host) => `${host} did not answer in time. n8n may be busy, or something before it keeps the request.`,
	],
	[
		/CERT|SELF_SIGNED|SSL|TLS/i,
		(host) => `The certificate of ${host} is not trusted. Use http:// for n8n on this machine.`,
	],
];

/**
 * What an attempt to reach n8n says about the connection, and how to go on.
 * @param {{ http_status: number | null, error: string | null, url: string }} attempt
 * @returns {{ works: boolean, words: string }}
 */
export function verdictOf({ http_status: status, error, url }) {
	const { host } = new URL(url);
	if (status === null) {
		const reason = REASONS.find(([pattern]) => pattern.test(error ?? ''));
		return { works: false, words: reason ? reason[1](host) : `${host} could not be reached: ${error}` };
	}
	if (status < 300) return { works: true, words: `It works: n8n took the event (${status}).` };
	if (status < 400)
		return {
			works: false,
			words: `${host} redirects (${status}). The service counts that as delivered, but no workflow ran: use the address it redirects to.`,
		};
	if (status >= 500)
		return {
			works: false,
			words: `n8n could not take the event (${status}). The sandbox tries again; see n8n's log.`,
		};
	return {
		works: false,
		words: STATUSES[status] ?? `${host} refused the event (${status}). Is it n8n that answers there?`,
	};
}
