import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { DISK_FULL, isDiskFull } from './disk-full.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The code for a record that is not found, if that error has the structured form (section 7). */
		notFoundCode?: string;
	}
}

/** Section 7, structured form. */
export const StructuredError = Type.Object({
	error: Type.Object({ code: Type.String(), message: Type.String() }),
});
/** Section 7, plain form. */
export const PlainError = Type.Object({ error: Type.String(), detail: Type.Optional(Type.String()) });
/** An error body of either form (section 7). */
export const AnyError = Type.Union([PlainError, StructuredError]);

type ErrorBody = Static<typeof AnyError>;

/** An error answer, which any code that serves a request may throw. */
export class ServiceError extends Error {
	readonly statusCode: number;
	readonly body: ErrorBody;

	constructor(statusCode: number, body: ErrorBody) {
		super(typeof body.error === 'string' ? body.error : body.error.message);
		this.statusCode = statusCode;
		this.body = body;
	}
}

/** Builds an error with the body `{error: text}`, and `detail` where the interface adds it (section 7). */
export function plainError(statusCode: number, text: string, detail?: string): ServiceError {
	return new ServiceError(statusCode, detail === undefined ? { error: text } : { error: text, detail });
}

/** Builds an error with the body `{error: {code, message}}` (section 7). */
export function structuredError(statusCode: number, code: string, message: string): ServiceError {
	return new ServiceError(statusCode, { error: { code, message } });
}

/**
 * Answers a request that has thrown with an error body of section 7. Unexpected errors are logged and
 * answered with 500.
 */
export function answerError(
	error: FastifyError | ServiceError,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	if (error instanceof ServiceError) {
		const { notFoundCode } = request.routeOptions.config;
		const structured = error.statusCode === 404 && notFoundCode !== undefined;
		const body = structured ? { error: { code: notFoundCode, message: error.message } } : error.body;
		sendError(reply, error.statusCode, body);
	} else if ((error.statusCode ?? 500) < 500) {
		sendError(reply, error.statusCode ?? 400, { error: error.message });
	} else {
		request.log.error({ err: error }, 'a request failed');
		sendError(reply, 500, { error: isDiskFull(error) ? DISK_FULL : 'Internal server error' });
	}
}

/** Sends an error body unchanged, whichever form the endpoint's response schema describes for its status. */
export function sendError(reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
	return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
