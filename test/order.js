import Sequencer from '@jest/test-sequencer';

/**
 * The checks come first, since one of them installs n8n, and the quick tests fill the time that it takes. The
 * end-to-end tests need n8n and take longest; the sandbox's fill the gaps that these leave.
 */
const PROJECTS = ['checks', 'engine', 'unit', 'scripts', 'e2e', 'sandbox'];

const placeOf = ({ context }) => PROJECTS.indexOf(context.config.displayName.name);

/** It takes longest, which jest does not see: it goes by the size of a file, and most of its tests are in others. */
const isLongest = ({ path }) => path.endsWith('/e2e/examples.test.ts');

/** The order of the projects, and jest's own within each, but for the longest file. */
export default class Order extends Sequencer {
	sort(tests) {
		return super
			.sort(tests)
			.sort((one, other) => placeOf(one) - placeOf(other) || isLongest(other) - isLongest(one));
	}
}
