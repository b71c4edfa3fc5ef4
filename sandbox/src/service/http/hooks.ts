import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import fastifyCors from '@fastify/cors';
import type { App } from '../plugin.ts';
import { plainError } from './errors.ts';

/**
 * Lets browser apps, for which session tokens exist (section 5), call the addresses of a scope. Answers their
 * preflight requests.
 */
export async function allowBrowsers(scope: App): Promise<void> {
	await scope.register(fastifyCors, {
		origin: '*',
		methods: ['GET', 'POST', 'PATCH'],
		strictPreflight: false,
	});
}

/** Refuses requests without a content type with 415 (section 4). */
export function requireContentType(scope: App): void {
	scope.addHook('onRequest', (request, _reply, done) => {
		const isNamed = request.headers['content-type'] !== undefined;
		done(isNamed ? undefined : plainError(415, 'Content-Type must be application/json'));
	});
}

/** Sets the `Date` of every answer by the sandbox's clock, so that it agrees with the times in the records. */
export function dateAnswers(app: App): void {
	app.addHook('onSend', (_request, reply, payload, done) => {
		reply.header('date', new Date(app.clock.now()).toUTCString());
		done(null, payload);
	});
}

/** How long to wait for the end of an upload before it is answered all the same. */
const UPLOAD_WAIT_MS = 10_000;

/**
 * Delays the answer to a request until all of it has arrived, even if it is refused unread, since the answer
 * is lost when the connection is closed in the middle of an upload.
 */
export function answerWholeRequests(app: App): void {
	app.addHook('onSend', (request, _reply, payload, done) => {
		const { raw } = request;
		const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers;
		if (!hasBody || raw.complete) {
			done(null, payload);
			return;
		}
		raw.unpipe();
		raw.resume();
		finished(raw, { signal: AbortSignal.timeout(UPLOAD_WAIT_MS) })
			.catch(() => undefined)
			.finally(() => done(null, payload));
	});
}

/** Statuses and their reasons, by the code of Node's error. */
const ANSWERS: Readonly<Record<string, readonly [status: number, reason: string]>> = {
	HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
	ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers a request that is not valid HTTP, or does not arrive in time, in plain form (section 7), and closes
 * the connection.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const [status, reason] = ANSWERS[error.code ?? ''] ?? [400, 'Bad Request'];
	const body = JSON.stringify({ error: reason });
	const head = [
		`HTTP/1.1 ${status} ${reason}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${body.length}`,
		'Connection: close',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
	// `end` would close one direction only, and a client that goes on sending would keep the other open.
	socket.destroySoon();
}
