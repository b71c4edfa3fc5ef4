import { parseJson } from '../../service/json.ts';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../../service/http/errors.ts';
import type { App } from '../../service/plugin.ts';
import type { Fault } from './faults.ts';

/** The faults that change the answer after a request has taken effect; the others apply before it does. */
const AFTER_EFFECT = new Set(['reset_after', 'truncate', 'empty', 'malformed']);

const HTML_PAGE =
	'<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/**
 * Applies the faults that are set for the requests of a scope: before the token or the body is checked, or as
 * soon as the body is read if it has to match. One fault applies to a request at most.
 */
export function applyFaults(scope: App): void {
	const { faults } = scope;
	const applied = new WeakMap<FastifyRequest, Fault>();

	async function apply(fault: Fault | null, request: FastifyRequest, reply: FastifyReply): Promise<void> {
		if (fault === null) return;
		applied.set(request, fault);
		if (request.received !== null) request.received.fault = fault.kind;
		if (fault.latency_ms > 0) await sleep(fault.latency_ms);
		if (!AFTER_EFFECT.has(fault.kind)) await spoilBefore(fault, request, reply);
	}

	scope.addHook('onRequest', async (request, reply) => {
		await apply(faults.hit(request.url), request, reply);
	});

	scope.addHook('preValidation', async (request, reply) => {
		if (applied.has(request)) return;
		await apply(faults.hitBody(request.url, request.body), request, reply);
	});

	scope.addHook('onSend', (request, reply, payload, done) => {
		const fault = applied.get(request);
		if (fault === undefined || !AFTER_EFFECT.has(fault.kind)) done(null, payload);
		else spoilAfter(fault, request, reply, String(payload), (changed) => done(null, changed));
	});
}

async function spoilBefore(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
	const { kind, status, retry_after: retryAfter, body } = fault;
	if (retryAfter !== null) reply.header('retry-after', retryAfter);
	switch (kind) {
		case 'reset':
			reply.hijack();
			return request.raw.socket.resetAndDestroy();
		case 'status':
			return refuse(reply, status ?? 503, body, 'Service unavailable');
		case 'rate_limit':
			if (retryAfter === null) reply.header('retry-after', 1);
			return refuse(reply, status ?? 429, body, 'Too many requests');
		case 'html':
			reply.status(status ?? 502).type('text/html; charset=utf-8');
			return reply.send(body ?? HTML_PAGE);
		default:
			return undefined;
	}
}

/** Answers with the given body unchanged, or without one with an error in the plain form. */
function refuse(reply: FastifyReply, status: number, body: string | null, error: string): unknown {
	if (body === null) return sendError(reply, status, { error });
	return reply
		.status(status)
		.type(parseJson(body) !== undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
		.send(body);
}

/** Changes the answer. If the connection is cut, `send` is not called, since nothing more can be sent. */
function spoilAfter(
	{ kind, status, body }: Fault,
	{ raw: { socket } }: FastifyRequest,
	reply: FastifyReply,
	whole: string,
	send: (payload: string) => void,
): void {
	if (kind === 'reset_after') socket.resetAndDestroy();
	else if (kind === 'truncate') truncate(reply, socket, whole);
	else {
		reply.status(status ?? reply.statusCode).removeHeader('content-length');
		send(kind === 'empty' ? '' : (body ?? '{"messages": [{"id": "unfinished'));
	}
}

/** Announces the whole answer, sends half of it and closes the connection. */
function truncate(reply: FastifyReply, socket: Socket, whole: string): void {
	const { raw, statusCode } = reply;
	const bytes = Buffer.from(whole);
	for (const [name, value] of Object.entries(reply.getHeaders())) {
		if (value !== undefined) raw.setHeader(name, value);
	}
	raw.writeHead(statusCode, { 'content-length': bytes.length });
	raw.write(bytes.subarray(0, bytes.length / 2), () => socket.destroySoon());
}
