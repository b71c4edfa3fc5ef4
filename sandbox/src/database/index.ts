import { definePart } from '../plugin.ts';
import { Database } from './database.ts';
import { History } from './history.ts';
import { migrate } from './migrations.ts';
import { Settings } from './settings.ts';

declare module 'fastify' {
	interface FastifyInstance {
		database: Database;
		settings: Settings;
		/** Brings the tables of a part up to date. */
		migrate: (part: string, steps: readonly string[]) => void;
		history: History;
	}
}

/** The database, and what every part needs of it. */
export default definePart({
	name: 'database',
	dependencies: [],
	setUp: (app) => {
		app.decorate('database', new Database(app.config.data));
		app.decorate('migrate', (part: string, steps: readonly string[]) => migrate(app.database, part, steps));
		app.migrate('database', []);
		app.decorate('settings', new Settings(app.database));
		app.decorate('history', new History(app.database, app.config.keep));
	},
	start: ({ history }) => history.start(),
	stop: ({ history }) => history.stop(),
});
