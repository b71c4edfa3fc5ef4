/** `npm test [-- part ...]`: installs what is missing, then runs every check and every test; see test/main.ts. */
import { continueUnderNode24 } from './bootstrap.mjs';

continueUnderNode24('test/main.ts', process.argv.slice(2));
