import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Paths } from './paths.ts';

/** Node's own package brings the headers, which otherwise would have to be downloaded to compile against. */
const headers = ({ projectRoot }: Paths) => {
	const platform = `node-${process.platform}-${process.arch}`;
	const folder = join(projectRoot, 'node_modules', 'node', 'node_modules', platform);
	return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: folder } : {};
};

/** The environment in which npm, and what it starts, run under the project's own Node and compile for it. */
export const npmEnvironment = (paths: Paths): NodeJS.ProcessEnv => ({
	...process.env,
	PATH: `${paths.nodeFolder}${delimiter}${process.env.PATH ?? ''}`,
	...headers(paths),
});
