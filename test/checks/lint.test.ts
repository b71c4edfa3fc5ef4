import { passes } from '../support/run-check.ts';

passes('lint');
passes('format');
