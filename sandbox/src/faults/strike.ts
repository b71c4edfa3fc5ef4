import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/errors.ts';
import type { App } from '../room.ts';
import type { Faults, FaultKind, Strike } from './faults.ts';

/** Kinds that spoil the answer of a request that has taken effect; the others strike before it does. */
const AFTER_EFFECT = new Set<FaultKind>(['reset_after', 'truncate', 'empty', 'malformed']);

const HTML_PAGE =
	'<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/** Makes the requests of a scope run into the faults that are set for them, before it looks at a token or a body. */
export function strikeRequests(app: App, faults: Faults): void {
	const struck = new WeakMap<FastifyRequest, Strike>();

	app.addHook('onRoute', ({ method, url }) => {
		if (method !== 'OPTIONS') faults.know(url);
	});
	app.addHook('onRequest', async (request, reply) => {
		const strike = faults.strike(request.url);
		if (strike === null) return;
		if (strike.fault.latencyMs > 0) await sleep(strike.fault.latencyMs);
		if (AFTER_EFFECT.has(strike.fault.kind)) struck.set(request, strike);
		else await strikeBefore(strike, request, reply);
	});

	app.addHook('onSend', (request, reply, payload, done) => {
		const strike = struck.get(request);
		if (strike === undefined) done(null, payload);
		else strikeAfter(strike, request, reply, payload, (spoilt) => done(null, spoilt));
	});
}

async function strikeBefore({ fault, waitSeconds }: Strike, request: FastifyRequest, reply: FastifyReply) {
	const retryAfter = fault.retryAfter ?? (waitSeconds > 0 ? Math.ceil(waitSeconds) : null);
	if (retryAfter !== null) reply.header('retry-after', retryAfter);
	switch (fault.kind) {
		case 'reset':
			reply.hijack();
			request.raw.socket.resetAndDestroy();
			return undefined;
		case 'status':
			return sendError(reply, fault.status ?? 503, { error: fault.body ?? 'Service unavailable' });
		case 'rate_limit':
			if (retryAfter === null) reply.header('retry-after', 1);
			return sendError(reply, fault.status ?? 429, { error: fault.body ?? 'Too many requests' });
		case 'html':
			return reply
				.status(fault.status ?? 502)
				.type('text/html; charset=utf-8')
				.send(fault.body ?? HTML_PAGE);
		default:
			return undefined;
	}
}

/** Spoils the answer. Where the connection is cut, `send` is not called: there is nothing more to send. */
function strikeAfter(
	{ fault }: Strike,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	send: (payload: unknown) => void,
): void {
	switch (fault.kind) {
		case 'reset_after':
			request.raw.socket.resetAndDestroy();
			return;
		case 'truncate':
			truncate(reply, request.raw.socket, String(payload));
			return;
		case 'empty':
			reply.status(fault.status ?? reply.statusCode).removeHeader('content-length');
			send('');
			return;
		default:
			reply.status(fault.status ?? reply.statusCode).removeHeader('content-length');
			send(fault.body ?? '{"messages": [{"id": "unfinished');
	}
}

/** Announces the whole answer, sends half of it and hangs up. */
function truncate(reply: FastifyReply, socket: Socket, whole: string): void {
	const { raw, statusCode } = reply;
	const bytes = Buffer.from(whole);
	for (const [name, value] of Object.entries(reply.getHeaders())) {
		if (value !== undefined) raw.setHeader(name, value);
	}
	raw.writeHead(statusCode, { 'content-length': bytes.length });
	raw.write(bytes.subarray(0, bytes.length / 2), () => socket.destroySoon());
}
