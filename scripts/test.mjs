/** `npm test` and `npm run test:e2e`: installs what is missing, then goes on in test.ts. */
import { continueUnderNode24 } from './bootstrap.mjs';

continueUnderNode24(['scripts/test.ts', ...process.argv.slice(2)], 'tests');
