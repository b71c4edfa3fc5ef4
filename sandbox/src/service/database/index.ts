import { definePart } from '../plugin.ts';
import { Database, SETTINGS_TABLE } from './database.ts';
import { History } from './history.ts';
import { Settings } from './settings.ts';

declare module 'fastify' {
	interface FastifyInstance {
		database: Database;
		settings: Settings;
		history: History;
	}
}

/** The database with its settings and history, which every part uses. */
export default definePart({
	dependencies: [],
	provide: ({ config, log }) => {
		const database = new Database(config.data);
		database.execute(SETTINGS_TABLE);
		return {
			database,
			settings: new Settings(database),
			history: new History(database, config.keep, log),
		};
	},
	start: ({ history }) => history.start(),
	stop: ({ history }) => history.stop(),
});
