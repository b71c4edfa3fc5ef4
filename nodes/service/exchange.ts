import { isRecord } from '../text/json';
import type { Failure } from './failure';
import { type RawResponse, parseResponse, type ServiceResponse } from './response';
import { type Deadline, unlessAborted } from './timing';

/**
 * Waits for the answer to a request, which any of n8n's HTTP clients sends, and reads it. Never throws.
 * @param sending Where the client takes no signal, the deadline alone ends the wait.
 */
export async function exchange(deadline: Deadline, sending: Promise<unknown>): Promise<ServiceResponse> {
	try {
		const response = await unlessAborted(sending, deadline.signal);
		if (response !== undefined) return parseResponse(response as RawResponse, Date.now());
		return { ok: false, problem: deadline.passed ? { kind: 'timeout' } : { kind: 'cancelled', sent: true } };
	} catch (error) {
		return { ok: false, problem: toNetworkFailure(error, deadline) };
	}
}

/**
 * The codes and messages of Node and undici for requests that never reached their host, each with the reason, in which
 * `%s` is what was tried. The first that matches counts.
 */
const NEVER_CONNECTED: ReadonlyArray<[code: RegExp, reason: string]> = [
	[/^ENOTFOUND$/, 'its host name%s is not known'],
	[/^EAI_AGAIN$/, 'its host name%s could not be looked up'],
	[/^ECONNREFUSED$/, 'nothing answers at its address%s'],
	[
		/^(ERR_TLS_CERT|CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/,
		'its certificate is not trusted',
	],
	// A record that was garbled later has some of these codes, too.
	[
		/^(EPROTO$|ERR_SSL_(?!\w*(BAD_RECORD_MAC|BAD_DECRYPT|DECRYPTION_FAILED)))/,
		'it does not speak https at this address',
	],
	// Node checks the address and the headers before it connects.
	[/^ERR_INVALID_URL$/, 'its address is not a URL'],
	[
		/^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS|HTTP_INVALID_HEADER_VALUE|INVALID_HTTP_TOKEN)$/,
		'the credential holds a character that cannot be sent',
	],
	// The codes of these also tell that a connection was lost.
	[/before secure TLS connection was established/, 'no secure connection could be set up'],
	[/^connect E/, 'no connection to its address%s could be made'],
];

/** The codes of axios for a timeout of its own. */
const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

/**
 * Matches what Node has tried without success, after a space: an address, or a name. With a proxy, it is that of the
 * proxy.
 */
const TRIED = /(?:connect|getaddrinfo) E\w+( \S+)/;

/**
 * Tells why n8n's HTTP client ended a request. n8n wraps what the client throws, sometimes
 * twice, and older versions keep only parts of it.
 * @param error The value that was thrown.
 */
export function toNetworkFailure(error: unknown, deadline: Deadline): Failure {
	if (deadline.passed) return { kind: 'timeout' };
	if (deadline.signal.aborted) return { kind: 'cancelled', sent: true };
	const { codes, messages } = collectCauses(error);
	const clues = [...codes, ...messages];
	const [, reason] = NEVER_CONNECTED.find(([pattern]) => clues.some((clue) => pattern.test(clue))) ?? [];
	if (reason !== undefined) {
		const [tried = ''] = messages.flatMap((message) => TRIED.exec(message)?.[1] ?? []);
		return { kind: 'notConnected', reason: reason.replace('%s', tried) };
	}
	if (codes.some((code) => TIMED_OUT.test(code))) return { kind: 'timeout' };
	// Any other code tells of a connection that was there and ended, such as ECONNRESET or EPIPE.
	return { kind: codes.some((code) => code.startsWith('E')) ? 'networkError' : 'unknown' };
}

/**
 * Collects the codes and messages of an error, of its causes and, if several addresses were tried, of the errors of
 * each.
 */
function collectCauses(error: unknown): { codes: string[]; messages: string[] } {
	const codes: unknown[] = [];
	const messages: unknown[] = [];
	let causes = [error];
	for (let depth = 0; depth < 5; depth++) {
		const present = causes.filter(isRecord);
		codes.push(...present.flatMap(({ code, httpCode }) => [code, httpCode]));
		messages.push(...present.flatMap(({ message, messages: more }) => [message, more].flat()));
		causes = present.flatMap(({ cause, errors }) => [cause, errors].flat());
	}
	return {
		codes: codes.filter((code) => typeof code === 'string'),
		messages: messages.filter((message) => typeof message === 'string'),
	};
}
