const Sequencer = require('@jest/test-sequencer').default;

/** jest's order, but the end-to-end tests come first: they take longest, and what is short fills the last gaps. */
module.exports = class EndToEndFirst extends Sequencer {
	sort(tests) {
		const isEndToEnd = ({ context }) => context.config.displayName?.name === 'e2e';
		const sorted = super.sort(tests);
		return [...sorted.filter(isEndToEnd), ...sorted.filter((test) => !isEndToEnd(test))];
	}
};
