import { isRecord } from '../text/json';
import type { Deadline } from './timing';
import type { Failure } from './failure';

/**
 * The reasons that the name of a host led nowhere; these come from the look-up alone, before any connection.
 */
const NAME_NOT_FOUND: Record<string, string> = {
	ENOTFOUND: 'its host name is not known',
	EAI_AGAIN: 'its host name could not be looked up',
};

/**
 * The reasons that there is no connection. While a response is read, the
 * same codes tell that a connection was lost.
 */
const NOT_CONNECTED: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at its address',
	EHOSTUNREACH: 'no route to its host',
	ENETUNREACH: 'no route to its network',
	EADDRNOTAVAIL: 'no route to its address',
	ETIMEDOUT: 'its host does not answer',
	ECONNRESET: 'its host closed the connection at once',
};

/** Node's codes for a TLS certificate that does not hold. */
const UNTRUSTED =
	/^(ERR_TLS_CERT|CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/**
 * https spoken to a port that answers in plain http, or in a TLS version that Node does not take; not a
 * record that was garbled later.
 */
const NO_TLS = /^(EPROTO$|ERR_SSL_(?!\w*(BAD_RECORD_MAC|BAD_DECRYPT|DECRYPTION_FAILED)))/;

/**
 * Node checks headers before it connects; a key or token that was pasted
 * with an invisible character does not pass.
 */
const NOT_SENDABLE = /^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS|HTTP_INVALID_HEADER_VALUE|INVALID_HTTP_TOKEN)$/;

/** Node gives this case the code ECONNRESET and no other mark. */
const TLS_NOT_SET_UP = 'before secure TLS connection was established';

/** The message of axios for a body that was cut short. Before 2.38, n8n keeps no code of it. */
const BODY_CUT_SHORT = 'stream has been aborted';

/** The codes of axios for a time-out of its own. */
const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

/**
 * The codes and messages of an error, of its causes and, if several
 * addresses were tried, of the errors of each.
 */
interface Trace {
	codes: string[];
	syscalls: string[];
	messages: string[];
}

/**
 * Tells why n8n's HTTP client ended a request. n8n wraps what the client throws, sometimes
 * twice, and older versions keep only parts of it. The client itself reads the deadline and the
 * status, so only connections are left to this.
 * @param error The value that was thrown.
 */
export function readNetworkFailure(error: unknown, deadline: Deadline): Failure {
	if (deadline.passed) return { kind: 'timeout' };
	if (deadline.signal.aborted) return { kind: 'cancelled', sent: true };
	return failureFrom(collectTrace(error));
}

function collectTrace(error: unknown): Trace {
	const trace: Trace = { codes: [], syscalls: [], messages: [] };
	let links = [error];
	for (let depth = 0; depth < 5; depth++) {
		const present = links.filter(isRecord);
		for (const { code, httpCode, syscall, message, messages } of present) {
			trace.codes.push(...[code, httpCode].filter(isText));
			trace.syscalls.push(...[syscall].filter(isText));
			trace.messages.push(...[message, messages].flat().filter(isText));
		}
		links = present.flatMap(({ cause, errors }) => [cause, errors].flat());
	}
	return trace;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function failureFrom({ codes, syscalls, messages }: Trace): Failure {
	const reasonIn = (reasons: Record<string, string>) =>
		codes.map((code) => reasons[code]).find((reason) => reason !== undefined);
	const has = (pattern: RegExp) => codes.some((code) => pattern.test(code));

	if (has(/^ERR_CANCELED$/)) return { kind: 'cancelled', sent: true };
	if (has(/^ERR_INVALID_URL$/)) return { kind: 'notConnected', reason: 'its address is not a URL' };
	if (has(NOT_SENDABLE)) {
		return { kind: 'notConnected', reason: 'the credential holds a character that cannot be sent' };
	}
	const noName = reasonIn(NAME_NOT_FOUND);
	if (noName) return { kind: 'notConnected', reason: noName };
	if (has(UNTRUSTED)) return { kind: 'notConnected', reason: 'its certificate is not trusted' };
	if (has(NO_TLS)) return { kind: 'notConnected', reason: 'it does not speak https at this address' };
	if (messages.some((message) => message.includes(TLS_NOT_SET_UP))) {
		return { kind: 'notConnected', reason: 'no secure connection could be set up' };
	}
	const connecting =
		syscalls.includes('connect') || messages.some((message) => message.startsWith('connect '));
	const notConnected = connecting ? reasonIn(NOT_CONNECTED) : undefined;
	if (notConnected) return { kind: 'notConnected', reason: notConnected };
	if (has(TIMED_OUT)) return { kind: 'timeout' };
	// Any other code tells of a connection that was there and ended: ECONNRESET, EPIPE, EHOSTUNREACH while
	// reading, a body cut short.
	const wasReset = has(/^E/) || messages.includes(BODY_CUT_SHORT);
	return wasReset ? { kind: 'networkError' } : { kind: 'unknown' };
}
