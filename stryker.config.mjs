import { existsSync, globSync } from 'node:fs';

/**
 * `npx stryker run`: changes one thing after the other in the files of the nodes and credentials that have a unit test of their
 * own, and sees whether that test notices; `MUTATE=nodes/shared/client npx stryker run` does so in one folder. Other files are left
 * to the tests on n8n's engine, each of which would take seconds for each change. Left out are strings, most of which are texts
 * that a person reads and the tests do not repeat word by word, and descriptions: what is only read when a file is loaded
 * (`ignoreStatic`), and what builds a panel.
 */
export default {
	mutate: globSync(`${process.env.MUTATE ?? '{nodes,credentials}'}/**/*.ts`).filter(
		(file) =>
			existsSync(`test/unit/${file.replace('.ts', '.test.ts')}`) && !/\b(panel|properties)\b/.test(file),
	),
	mutator: { excludedMutations: ['StringLiteral'] },
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/mutations.jest.config.js' },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	ignorePatterns: ['/playground', '/.playground', '/dist', '/examples', '/bench'],
	reporters: ['progress-append-only', 'clear-text', 'html'],
	thresholds: { high: 95, low: 80, break: 80 },
};
