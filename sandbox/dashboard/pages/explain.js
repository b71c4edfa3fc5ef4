/** Explains in words what became of a delivery. No other file is loaded here, so that tests can load this one. */

/**
 * The outcome of an attempt to deliver.
 * @typedef {object} Attempt
 * @property {number | null} http_status
 * @property {string | null} error
 * @property {string} url
 * @property {string} started_at ISO 8601
 * @property {string | null} response_body its beginning
 */

/**
 * The facts beside the attempt on which the words depend.
 * @typedef {object} Facts
 * @property {string | null} signature none: chat-app deliveries carry a token instead
 * @property {boolean | null} is_signature_current whether the present secret gives the signature
 * @property {string[]} faults those that the sandbox was asked for
 * @property {string | null} next_attempt_at none: it was the last attempt
 */

/** Matches the path at which our triggers listen in n8n. */
const N8N_TRIGGER = /\/webhook(?:-test)?\/[^/]+\/webhook$/;

/** Tells whether an address is that of a trigger in n8n. @param {string} url */
const isN8n = (url) => N8N_TRIGGER.test(new URL(url).pathname);

/** Resend does this, and replay does not. */
const NEW_SIGNATURE = 'Edit and resend gives it a new signature.';

/** @type {Record<string, string>} */
const FAULTS = {
	duplicate: 'A fault of this sandbox sent it twice.',
	reordered: 'A fault of this sandbox held it back, so that others overtook it.',
};

/**
 * The meaning of the statuses of a refusal by n8n, and what to do; `other` stands for all other statuses.
 * @type {Record<string, string>}
 */
const N8N_REFUSALS = {
	401:
		'n8n refused the signature (401): the Signing Secret in its credential is not that of the API key. ' +
		'Copy it again and save the credential.',
	404:
		'n8n knows no such webhook (404). Publish the workflow; with a test URL (/webhook-test/), press Listen ' +
		'for test event in the editor first. If it is published, compare the URL with the Production URL in the trigger.',
	410:
		'The webhook is gone (410): the service never tries again. Use the Production URL that the trigger ' +
		'shows now.',
	other: 'The event was refused (STATUS). A proxy or an IP allowlist may not let the sandbox in.',
};
const N8N_WRONG_TOKEN =
	'n8n refused the token (401): what follows ?token= in the webhook URL is not the Chat App Token in the ' +
	'credential. Correct one of the two.';

/**
 * The same for any other program.
 * @type {Record<string, string>}
 */
const REFUSALS = {
	401: 'HOST answered 401. If it checks the signature, its secret must be the signing secret of the API key.',
	404: 'HOST has nothing at this address (404). Correct the webhook URL.',
	410: 'HOST says that the webhook is gone (410): the service never tries again.',
	other: 'HOST refused the event (STATUS).',
};
const WRONG_TOKEN =
	'HOST answered 401. Chat-app deliveries are not signed: compare the token in the webhook URL with the one that it ' +
	'expects.';

/**
 * The reasons for which there was no answer, as patterns of the error, and what to do.
 * @type {Array<[RegExp, string]>}
 */
const REASONS = [
	[
		/ECONNREFUSED/,
		'Nothing runs at HOST: start it, or correct the port. For n8n in a container, use the port that it ' +
			'publishes on this machine.',
	],
	[
		/ENOTFOUND|EAI_AGAIN/,
		'This machine does not know the name HOST. For n8n in a container, use http://127.0.0.1 with the port ' +
			'that it publishes.',
	],
	[/timeout/i, 'HOST did not answer in time. It may be busy, or something before it keeps the request.'],
	[/CERT|SSL|TLS/i, 'The certificate of HOST is not trusted. Use http:// for a program on this machine.'],
];

/**
 * Returns the reason for which the trigger ignored an event that it received; undefined if it did not.
 * @param {string | null} body the body of the answer
 * @returns {string | undefined}
 */
function reasonToIgnore(body) {
	try {
		const { ignored } = JSON.parse(body ?? '');
		return typeof ignored === 'string' ? ignored : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Explains a 401.
 * @param {string} url
 * @param {Facts} facts
 */
function explainUnauthorized(url, { signature, is_signature_current: isCurrent, faults }) {
	if (signature === null) return isN8n(url) ? N8N_WRONG_TOKEN : WRONG_TOKEN;
	if (faults.includes('wrong_signature')) {
		return `RECEIVER refused the signature (401), as it should: a fault of this sandbox made it wrong. ${NEW_SIGNATURE}`;
	}
	if (isCurrent === false) {
		return `RECEIVER refused the signature (401): it was made with an earlier signing secret. ${NEW_SIGNATURE}`;
	}
	return (isN8n(url) ? N8N_REFUSALS : REFUSALS)[401] ?? '';
}

/**
 * Explains an answer that did not take the event.
 * @param {number} status
 * @param {string} url
 * @param {Facts} facts
 */
function explainRefusal(status, url, facts) {
	if (status === 401) return explainUnauthorized(url, facts);
	if (status < 400)
		return 'HOST redirects (STATUS), so the event was not taken: use the address it redirects to.';
	if (status >= 500) {
		const who = isN8n(url) && status > 501 ? 'n8n, or a proxy before it,' : 'RECEIVER';
		const next = facts.next_attempt_at === null ? 'No attempt is left' : 'The sandbox tries again';
		return `${who} could not take the event (STATUS). ${next}; see its log.`;
	}
	const words = isN8n(url) ? N8N_REFUSALS : REFUSALS;
	return words[status] ?? words.other ?? '';
}

/**
 * Explains an answer that took the event.
 * @param {Attempt} attempt
 * @param {Facts} facts
 * @returns {{ works: boolean, words: string, ignored?: boolean }}
 */
function explainSuccess({ url, response_body: body }, { faults }) {
	const reason = isN8n(url) ? reasonToIgnore(body) : undefined;
	if (reason !== undefined) {
		const words = `n8n took the event (STATUS), but this webhook started no workflow: ${reason}.`;
		return { works: false, ignored: true, words };
	}
	if (faults.includes('wrong_signature')) {
		const words =
			'RECEIVER took the event (STATUS), although a fault of this sandbox signed it wrongly: it does not check ' +
			'the signature.';
		return { works: false, words };
	}
	return { works: true, words: 'RECEIVER took the event (STATUS).' };
}

/**
 * Explains what an attempt says about the connection, and what to do.
 * @param {Attempt} attempt
 * @param {Facts} facts
 * @returns {{ works: boolean, words: string, ignored?: boolean }} `ignored`: taken, but no workflow ran
 */
export function explain(attempt, facts) {
	const { http_status: status, error, url } = attempt;
	const { host } = new URL(url);
	const found = () => {
		if (status === null) {
			const known = REASONS.find(([pattern]) => pattern.test(error ?? ''));
			return { works: false, words: known?.[1] ?? error ?? 'HOST did not answer.' };
		}
		if (status < 300) return explainSuccess(attempt, facts);
		return { works: false, words: explainRefusal(status, url, facts) };
	};
	const { words, ...outcome } = found();
	const filled = words
		.replace('RECEIVER', isN8n(url) ? 'n8n' : host)
		.replace('HOST', host)
		.replace('STATUS', String(status));
	const touched = facts.faults.flatMap((kind) => FAULTS[kind] ?? []);
	return { ...outcome, words: [filled, ...touched].join(' ') };
}
