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
	// More than the processors of CI's machine, since tests also wait for disks, timers and browsers. On a bigger one memory sets
	// the limit: most files of end-to-end tests run an n8n of a gigabyte or more.
	maxWorkers: 4,
	// Workers that have loaded n8n's packages take longer to end than the second that jest waits before it complains.
	openHandlesTimeout: 15_000,
	testSequencer: './test/order.js',
	reporters: ['default', './test/closing-lines.js'],
	projects: [
		project('checks', 'test/checks'),
		project('unit', 'test/unit', packagesOnce),
		project('scripts', 'test/scripts'),
		project('engine', 'test/engine', { ...packagesOnce, ...withSandbox }),
		project('sandbox', 'sandbox/test', { ...packagesOnce, ...withSandbox }),
		project('e2e', 'test/e2e', withSandbox),
	],
};
