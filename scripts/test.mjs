/** `npm test`: installs what is missing, then runs every check and every test; see test/main.ts. */
import { continueUnderNode24, giveUp } from './bootstrap.mjs';

const args = process.argv.slice(2);
if (args.some((one) => one !== '--full')) {
	giveUp(
		`npm test takes no arguments (${args.join(' ')}). Run a part alone, e.g. npm run test:unit -- <file>`,
		2,
	);
}
continueUnderNode24('test/main.ts', args);
