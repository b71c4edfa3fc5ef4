import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { definePart } from '../plugin.ts';
import { recallUser, type AccountUser } from './user.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's one user. */
		user: AccountUser;
	}
}

/** For people and tests that want a session token. */
const showAccount = endpoint('GET /account', {
	summary: "Show the log-in of the account's user",
	answer: Type.Object({
		user_id: Type.String(),
		email: Type.String(),
		password: Type.String(),
		anon_key: Type.String({ description: 'For the `apikey` header of the token endpoint' }),
	}),
	handle: (_request, { user: { id, anonKey, ...login } }) => ({ user_id: id, ...login, anon_key: anonKey }),
});

/** The account's user, and its log-in. */
export default definePart({
	name: 'account',
	dependencies: ['ids'],
	provide: ({ config, ids, settings }) => ({ user: recallUser(settings, ids, config.account) }),
	control: showAccount,
});
