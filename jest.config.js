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
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/playground/', '<rootDir>/\\.playground/'],
};

const project = (displayName, folder) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
});

module.exports = {
	// A hook that starts a server waits for as long as a busy machine needs.
	testTimeout: 60_000,
	maxWorkers: '100%',
	projects: [
		project('unit', 'test/unit'),
		project('engine', 'test/engine'),
		project('sandbox', 'sandbox/test'),
		project('e2e', 'test/e2e'),
	],
};
