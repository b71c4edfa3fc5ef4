import { definePart } from '../plugin.ts';
import { accountControl } from './control.ts';
import { recallUser, type AccountUser } from './user.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's one user. */
		user: AccountUser;
	}
}

/** The account's user, and its log-in. */
export default definePart({
	name: 'account',
	dependencies: ['ids'],
	setUp: (app) => {
		app.decorate('user', recallUser(app.settings, app.ids, app.config.account));
	},
	control: accountControl,
});
