import type { Settings } from '../database/settings.ts';
import type { Ids } from '../ids/ids.ts';

/**
 * The account's one user and the key of its browser apps (section 5, session token flow). The password is kept as it is,
 * because the sandbox shows it to whoever runs it; that is what a demonstration account is for.
 */
export interface AccountUser {
	readonly id: string;
	readonly email: string;
	readonly password: string;
	/** Says which account a token is asked for; it is no bearer token. */
	readonly anonKey: string;
}

/** The user of a data folder: drawn the first time, the same one ever after, resets included. */
export function recallUser(settings: Settings, ids: Ids, account: number): AccountUser {
	const stored = settings.getOrCreate('user', () =>
		JSON.stringify({
			id: ids.uuid('user'),
			email: account === 1 ? 'demo@example.com' : `demo-${account}@example.com`,
			password: `demo-${ids.hex('user-password', 8)}`,
			anonKey: `anon_${ids.hex('anon-key', 20)}`,
		} satisfies AccountUser),
	);
	return JSON.parse(stored) as AccountUser;
}
