import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/errors.ts';
import { isForService, type App } from '../plugin.ts';
import type { Faults, FaultKind, Hit } from './faults.ts';

/** Kinds that spoil the answer of a request that has taken effect; the others come before it does. */
const AFTER_EFFECT = new Set<FaultKind>(['reset_after', 'truncate', 'empty', 'malformed']);

const HTML_PAGE =
	'<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/** Makes requests of the service run into the faults that are set for them, before it looks at a token or a body. */
export function applyFaults(app: App, faults: Faults): void {
	const spoilt = new WeakMap<FastifyRequest, Hit>();

	app.addHook('onRequest', async (request, reply) => {
		const hit = isForService(request) ? faults.hit(request.url) : null;
		if (hit === null) return;
		if (hit.fault.latency_ms > 0) await sleep(hit.fault.latency_ms);
		if (AFTER_EFFECT.has(hit.fault.kind)) spoilt.set(request, hit);
		else await spoilBefore(hit, request, reply);
	});

	app.addHook('onSend', (request, reply, payload, done) => {
		const hit = spoilt.get(request);
		if (hit === undefined) done(null, payload);
		else spoilAfter(hit, request, reply, payload, (changed) => done(null, changed));
	});
}

async function spoilBefore({ fault, waitSeconds }: Hit, request: FastifyRequest, reply: FastifyReply) {
	const retryAfter = fault.retry_after ?? (waitSeconds > 0 ? Math.ceil(waitSeconds) : null);
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
function spoilAfter(
	{ fault }: Hit,
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
