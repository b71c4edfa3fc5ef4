/**
 * `npx stryker run`: changes one thing after the other in the files where a slip costs most, and sees whether a unit test
 * notices. Strings are left out: most are texts that a person reads, which the tests do not repeat word by word.
 */
export default {
	mutate: [
		'nodes/VoiceAgentTrigger/{activation,authentication,eventKind,deduplication,keyRow,arrivals,replies}.ts',
		'nodes/VoiceAgentTrigger/queueMode/{seenKeys,keyLookup}.ts',
		'nodes/VoiceAgentFunctionTrigger/secret.ts',
		'nodes/shared/webhook/verification.ts',
		'nodes/shared/client/retry.ts',
		'nodes/shared/parameters/readers.ts',
		'nodes/shared/client/paging.ts',
		'nodes/shared/wire/replyReference.ts',
		'nodes/VoiceAgentMessageTrigger/{cursor,failureScan,pause}.ts',
	],
	mutator: { excludedMutations: ['StringLiteral'] },
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/mutations.jest.config.js' },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	ignorePatterns: ['/playground', '/.playground', '/dist', '/examples', '/bench'],
	reporters: ['progress-append-only', 'clear-text', 'html'],
	thresholds: { high: 95, low: 90, break: 90 },
};
