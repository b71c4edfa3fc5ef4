import type { Socket } from 'node:net';

// Importing it would make Node load its own fetch as well, which takes a tenth of a start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const STATUS_OF: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not even HTTP, in plain form (section 7), and says that the connection ends there. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const status = STATUS_OF[error.code ?? ''] ?? 400;
	const reason = STATUS_CODES[status] ?? '';
	const body = JSON.stringify({ error: reason });
	const head = [
		`HTTP/1.1 ${status} ${reason}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${body.length}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
