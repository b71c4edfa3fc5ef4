import { createRequire } from 'node:module';

/** The package.json of this package. It is one folder up, both from the sources and from the build. */
export const packageJson = createRequire(import.meta.url)('../package.json') as {
	name: string;
	version: string;
};
