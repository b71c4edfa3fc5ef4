import { passes } from '../support/run-check.ts';

passes('typecheck');
