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
	provide: ({ config }) => {
		const database = new Database(config.data);
		migrate(database, 'database', []);
		return {
			database,
			migrate: (part, steps) => migrate(database, part, steps),
			settings: new Settings(database),
			history: new History(database, config.keep),
		};
	},
	start: ({ history }) => history.start(),
	stop: ({ history }) => history.stop(),
});
