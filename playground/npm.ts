import { delimiter, join } from 'node:path';
import type { Paths } from './paths.ts';

/** The environment in which npm, and what it starts, run under the project's own Node and compile for it. */
export const npmEnvironment = (paths: Paths): NodeJS.ProcessEnv => ({
	...process.env,
	PATH: `${paths.nodeFolder}${delimiter}${process.env.PATH ?? ''}`,
	npm_config_nodedir: join(process.execPath, '..', '..'),
});
