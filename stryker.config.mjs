/**
 * `npm exec --package=@stryker-mutator/core@10.0.0 --package=@stryker-mutator/jest-runner@10.0.0 -- stryker run`, as the weekly
 * run does: changes one thing after the other in the files where a slip costs most, and sees whether a unit test
 * notices. Strings are left out: most are texts that a person reads, which the tests do not repeat word by word.
 */
export default {
	mutate: [
		'nodes/VoiceAgentTrigger/{activation,authentication,event,receive,replies,run,seenEvents}.ts',
		'nodes/VoiceAgentFunctionTrigger/registration.ts',
		'nodes/service/webhookRequest.ts',
		'nodes/service/retry.ts',
		'nodes/parameters/readers.ts',
		'nodes/service/paging.ts',
		'nodes/events/replyReference.ts',
		'nodes/VoiceAgentPollingTrigger/{messageSearch,failedDeliveries,newMessages}.ts',
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
