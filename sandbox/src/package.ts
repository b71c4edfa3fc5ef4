import { createRequire } from 'node:module';

/** The package's own description: found one folder up, from the sources and from what is built of them. */
export const packageJson = createRequire(import.meta.url)('../package.json') as {
	name: string;
	version: string;
};
