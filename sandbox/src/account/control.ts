import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';

const AccountRecord = Type.Object({
	user_id: Type.String(),
	email: Type.String(),
	password: Type.String(),
	anon_key: Type.String({ description: 'For the `apikey` header of the token endpoint' }),
});

/** Tells the log-in of the account's user, for people and tests that want a session token. */
export const accountControl: Routes = (app) => {
	const { user } = app;
	app.get('/account', { schema: { response: { 200: AccountRecord } } }, () => ({
		user_id: user.id,
		email: user.email,
		password: user.password,
		anon_key: user.anonKey,
	}));
};
