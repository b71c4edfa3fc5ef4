/** `npm test [-- jest's options]`: installs what is missing, then runs every check and every test. */
import { continueUnderNode24 } from './bootstrap.mjs';

continueUnderNode24(['node_modules/jest/bin/jest.js', ...process.argv.slice(2)]);
