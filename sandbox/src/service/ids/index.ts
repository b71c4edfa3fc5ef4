import databasePart from '../database/index.ts';
import { definePart } from '../plugin.ts';
import seedPart from '../seed/index.ts';
import { Ids } from './ids.ts';
import type { Settings } from '../database/settings.ts';

declare module 'fastify' {
	interface FastifyInstance {
		ids: Ids;
	}
}

/** The setting that counts the runs on a data folder. */
const RUNS_SETTING = 'own_runs';

/** Counts the runs on a data folder, so that a restart does not generate the same identifiers again. */
function nextRun(settings: Settings): string {
	const run = String(Number(settings.get(RUNS_SETTING) ?? 0) + 1);
	settings.set(RUNS_SETTING, run);
	return run;
}

/** Identifiers, either random or repeatable. */
export default definePart({
	dependencies: [databasePart, seedPart],
	provide: ({ config: { account, deterministic }, settings }) => ({
		ids: new Ids(account, deterministic ? `run ${nextRun(settings)}` : undefined),
	}),
	reset: ({ ids }) => ids.restart(),
});
