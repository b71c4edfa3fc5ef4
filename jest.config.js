// n8n's engine logs every failed node; the tests assert them, so its log would only bury their findings.
process.env.N8N_LOG_LEVEL ??= 'silent';

/** Node runs TypeScript by stripping types; jest needs CommonJS, which swc makes without checking types. */
const shared = {
	rootDir: __dirname,
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/playground/',
		'<rootDir>/\\.(playground|stryker-tmp)/',
	],
};

const project = (displayName, folder, more = {}) => ({
	...shared,
	...more,
	displayName,
	testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
});

/** For many files that load n8n's packages. */
const packagesOnce = {
	runtime: '<rootDir>/test/load-packages-once.js',
	testEnvironment: './test/worker-environment.js',
};

/** For tests that start the sandbox. */
const withSandbox = { globalSetup: '<rootDir>/test/build-sandbox.js' };

module.exports = {
	// A hook that starts a server waits for as long as a busy machine needs.
	testTimeout: 180_000,
	// As many as CI's machine has processors. On a bigger one memory sets the limit: an n8n takes a gigabyte or more.
	maxWorkers: 2,
	projects: [
		project('unit', 'test/unit', packagesOnce),
		project('scripts', 'test/scripts'),
		project('engine', 'test/engine', { ...packagesOnce, ...withSandbox }),
		project('sandbox', 'sandbox/test', { ...packagesOnce, ...withSandbox }),
		project('e2e', 'test/e2e', {
			...packagesOnce,
			globalSetup: '<rootDir>/test/e2e-setup.js',
			globalTeardown: '<rootDir>/test/e2e-teardown.js',
		}),
	],
};
