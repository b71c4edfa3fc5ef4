import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { AccountUser } from '../account/index.ts';
import { describeValidationErrors } from '../http/bodies.ts';
import { endpoint } from '../http/endpoint.ts';
import { answerError, ServiceError, structuredError, StructuredError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { unauthorized, hashSecret, sameSecret } from './authenticator.ts';
import { SESSION_SECONDS } from './session-tokens.ts';

export const REFRESH_TOKEN_TABLES = `
	CREATE TABLE IF NOT EXISTS refresh_tokens (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		hash BLOB NOT NULL UNIQUE
	) STRICT;
`;

const TokenRequest = Type.Object({
	email: Type.Optional(Type.String({ description: 'Required by the grant `password`' })),
	password: Type.Optional(Type.String({ description: 'Required by the grant `password`' })),
	refresh_token: Type.Optional(
		Type.String({ description: 'Required by the grant `refresh_token`; good for one use' }),
	),
});

/** Section 4, token endpoints; section 5, session token flow. */
export const tokenEndpoint = endpoint('POST /token', {
	operationId: 'createSessionToken',
	summary: 'Get a session token, by password or by refresh token',
	schema: {
		tags: ['Authentication'],
		headers: Type.Object({
			apikey: Type.Optional(Type.String({ description: 'The anon key; required' })),
		}),
	},
	query: Type.Object({ grant_type: OneOf(['password', 'refresh_token']) }),
	body: TokenRequest,
	example: { email: 'demo@example.com', password: 'the password of the account' },
	answer: Type.Object({
		access_token: Type.String({ description: 'A JWT: the bearer token of function endpoints' }),
		token_type: Type.Literal('bearer'),
		expires_in: Type.Integer({ description: 'Seconds' }),
		refresh_token: Type.String(),
	}),
	refusals: { '4xx': StructuredError },
	onRequest: async ({ headers: { apikey }, server }) => {
		if (typeof apikey !== 'string' || !sameSecret(apikey, server.user.anonKey)) throw unauthorized();
	},
	onSend: async (_request, reply) => void reply.header('cache-control', 'no-store'),
	schemaErrorFormatter: (errors) => invalidGrant(describeValidationErrors(errors).message),
	errorHandler: answerInStructuredForm,
	handle: async ({ query, body }, app) => {
		if (query.grant_type === 'password') requirePassword(body, app.user);
		const refreshToken = app.database.transaction(() => {
			if (query.grant_type === 'refresh_token') {
				const given = required(body.refresh_token, 'refresh_token');
				if (!useRefreshToken(given, app)) throw invalidGrant('Invalid refresh token');
			}
			return issueRefreshToken(app);
		});
		return {
			access_token: await app.sessionTokens.issue(),
			token_type: 'bearer' as const,
			expires_in: SESSION_SECONDS,
			refresh_token: refreshToken,
		};
	},
});

/**
 * Issues a refresh token (section 4, token endpoints). Each can be used once; only its hash is stored. To be
 * called within a transaction.
 */
function issueRefreshToken({ database, ids }: App): string {
	const token = `refresh_${ids.hex('refresh-token', 24)}`;
	database.insert('refresh_tokens', { hash: hashSecret(token) });
	return token;
}

/** Uses a token up; returns false if it is unknown or has been used before. To be called within a transaction. */
function useRefreshToken(token: string, { database }: App): boolean {
	return database.run('DELETE FROM refresh_tokens WHERE hash = ?', hashSecret(token)) > 0;
}

/** Refuses a wrong e-mail address and a wrong password with the same text, which does not tell which was wrong. */
function requirePassword(body: Static<typeof TokenRequest>, user: AccountUser): void {
	const email = required(body.email, 'email').trim().toLowerCase();
	const knownPassword = sameSecret(required(body.password, 'password'), user.password);
	if (!sameSecret(email, user.email) || !knownPassword) throw invalidGrant('Invalid e-mail or password');
}

function required(value: string | undefined, name: string): string {
	if (value === undefined) throw invalidGrant(`${name} is required`);
	return value;
}

function invalidGrant(message: string, status = 400): ServiceError {
	return structuredError(status, 'invalid_grant', message);
}

/** Answers errors, such as an unreadable body, in the structured form of this endpoint. */
function answerInStructuredForm(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
	const { statusCode = 500 } = error;
	const ours = error instanceof ServiceError || statusCode >= 500;
	answerError(ours ? error : invalidGrant(error.message, statusCode), request, reply);
}
