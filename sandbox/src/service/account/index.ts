import { Type } from 'typebox';
import type { Settings } from '../database/settings.ts';
import { endpoint } from '../http/endpoint.ts';
import idsPart, { type Ids } from '../ids/index.ts';
import { type App, definePart } from '../plugin.ts';

declare module 'fastify' {
	interface FastifyInstance {
		user: AccountUser;
		/** The other accounts of the service. */
		otherAccounts: App[];
	}
}

/**
 * The account's one user and the key of its browser apps (section 5, session token flow). The password is
 * stored in plain text, because the sandbox shows it to the person who runs it.
 */
export interface AccountUser {
	readonly id: string;
	readonly email: string;
	readonly password: string;
	/** Names the account that a token is requested for; it is not a bearer token. */
	readonly anonKey: string;
}

/** Returns the user of a data folder. It is created the first time and stays the same, also after resets. */
function getOrCreateUser(settings: Settings, ids: Ids, account: number): AccountUser {
	const stored = settings.getOrCreate('own_user', () =>
		JSON.stringify({
			id: ids.uuid('user'),
			email: account === 1 ? 'demo@example.com' : `demo-${account}@example.com`,
			password: `demo-${ids.hex('user-password', 8)}`,
			anonKey: `anon_${ids.hex('anon-key', 20)}`,
		} satisfies AccountUser),
	);
	return JSON.parse(stored) as AccountUser;
}

/** The account's user, and its log-in. */
export default definePart({
	dependencies: [idsPart],
	provide: ({ config, ids, settings }) => ({
		user: getOrCreateUser(settings, ids, config.account),
		otherAccounts: [],
	}),
	control: endpoint('GET /account', {
		operationId: 'showAccount',
		summary: "Show the log-in of the account's user",
		answer: Type.Object({
			user_id: Type.String(),
			email: Type.String(),
			password: Type.String(),
			anon_key: Type.String({ description: 'For the `apikey` header of the token endpoint' }),
		}),
		handle: (_request, { user: { id, anonKey, ...login } }) => ({ user_id: id, ...login, anon_key: anonKey }),
	}),
});
