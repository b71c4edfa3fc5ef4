import { campaign } from './examples/campaign.ts';
import { byHand } from './examples/by-hand.ts';
import { tryAgain } from './examples/try-again.ts';

describe('run at once by hand', byHand);
describe('run every four hours', tryAgain);
describe('run from a form', campaign);
