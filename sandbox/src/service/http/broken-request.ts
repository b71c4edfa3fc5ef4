import type { Socket } from 'node:net';

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
