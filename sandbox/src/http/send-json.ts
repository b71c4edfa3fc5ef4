import type { FastifyReply } from 'fastify';

/** Sends what is JSON already, as text or in UTF-8, as it is, past the response schema of the endpoint. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
	return reply.type('application/json; charset=utf-8').send(json);
}
