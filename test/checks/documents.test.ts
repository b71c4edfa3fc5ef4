import { passes } from '../support/run-check.ts';

passes('docs');
passes('licenses');
