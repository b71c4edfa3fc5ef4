import { join } from 'node:path';

/** Returns the paths in the repository, given its folder. */
export const pathsOf = (projectRoot: string) => {
	const cache = join(projectRoot, '.playground');
	return {
		projectRoot,
		/** Node 24, which n8n needs and which runs our TypeScript. */
		node: join(projectRoot, 'node_modules', 'node', 'bin', 'node'),
		/** First on PATH, so that npm and every script it starts run under that Node too. */
		nodeFolder: join(projectRoot, 'node_modules', '.bin'),
		sandboxCli: join(projectRoot, 'sandbox', 'src', 'cli.ts'),
		playground: join(projectRoot, 'playground'),
		n8nCli: join(projectRoot, 'playground', 'node_modules', 'n8n', 'bin', 'n8n'),
		/** Built tarballs: the same for every data folder. */
		packages: join(cache, 'package'),
		/** The code that Node has compiled of n8n; see NODE_COMPILE_CACHE. */
		compileCache: join(cache, 'compile-cache'),
		/** The default folder for the data of `npm start`. */
		defaultData: cache,
	};
};

/** See {@link pathsOf}. */
export type Paths = ReturnType<typeof pathsOf>;
