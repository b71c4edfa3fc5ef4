import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type, type Static } from 'typebox';
import { answerError, ServiceError, structuredError, StructuredError } from '../http/errors.ts';
import { describeMisfit } from '../http/validation.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { sameSecret } from './secrets.ts';
import { SESSION_SECONDS } from './session-tokens.ts';
import type { AccountUser } from '../account/user.ts';

const TokenQuery = Type.Object({ grant_type: OneOf(['password', 'refresh_token']) });
const TokenRequest = Type.Object({
	email: Type.Optional(Type.String({ description: 'Required by the grant `password`' })),
	password: Type.Optional(Type.String({ description: 'Required by the grant `password`' })),
	refresh_token: Type.Optional(
		Type.String({ description: 'Required by the grant `refresh_token`; good for one use' }),
	),
});
const TokenAnswer = Type.Object({
	access_token: Type.String({ description: 'A JWT: the bearer token of function endpoints' }),
	token_type: Type.Literal('bearer'),
	expires_in: Type.Integer({ description: 'Seconds' }),
	refresh_token: Type.String(),
});

/** Section 4, token endpoints; section 5, session token flow. */
export const tokenEndpoint: Routes = (app) => {
	const { database, refreshTokens, sessionTokens, user } = app;
	app.post(
		'/token',
		{
			schema: {
				tags: ['Authentication'],
				summary: 'Get a session token, by password or by refresh token',
				headers: Type.Object({
					apikey: Type.Optional(Type.String({ description: 'The anon key; required' })),
				}),
				querystring: TokenQuery,
				body: TokenRequest,
				response: { 200: TokenAnswer, '4xx': StructuredError },
			},
			onRequest: requireAnonKey(user),
			schemaErrorFormatter: (errors) => invalidGrant(describeMisfit(errors).message),
			errorHandler: answerInStructuredForm,
		},
		async (request, reply) => {
			if (request.query.grant_type === 'password') requirePassword(request.body, user);
			const refreshToken = await database.write(() => {
				if (request.query.grant_type === 'refresh_token') {
					const given = required(request.body.refresh_token, 'refresh_token');
					if (!refreshTokens.use(given)) throw invalidGrant('Invalid refresh token');
				}
				return refreshTokens.issue();
			});
			void reply.header('cache-control', 'no-store');
			return {
				access_token: await sessionTokens.issue(),
				token_type: 'bearer' as const,
				expires_in: SESSION_SECONDS,
				refresh_token: refreshToken,
			};
		},
	);
};

function requireAnonKey({ anonKey }: AccountUser): onRequestHookHandler {
	return ({ headers: { apikey } }, _reply, done) => {
		const known = typeof apikey === 'string' && sameSecret(apikey, anonKey);
		done(known ? undefined : structuredError(401, 'unauthorized', 'Unauthorized'));
	};
}

/** One text for a wrong e-mail and a wrong password: it must not tell which. */
function requirePassword(body: Static<typeof TokenRequest>, user: AccountUser): void {
	const email = required(body.email, 'email').trim().toLowerCase();
	const knownPassword = sameSecret(required(body.password, 'password'), user.password);
	if (!sameSecret(email, user.email) || !knownPassword) throw invalidGrant('Invalid e-mail or password');
}

function required(value: string | undefined, name: string): string {
	if (value === undefined) throw invalidGrant(`${name} is required`);
	return value;
}

function invalidGrant(message: string): ServiceError {
	return structuredError(400, 'invalid_grant', message);
}

/** A body that cannot be read is told in the form of this endpoint too. */
function answerInStructuredForm(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
	const { statusCode = 500 } = error;
	const ours = error instanceof ServiceError || statusCode >= 500;
	answerError(ours ? error : structuredError(statusCode, 'invalid_grant', error.message), request, reply);
}
