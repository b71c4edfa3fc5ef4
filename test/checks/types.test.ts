import { passes } from './run-check.ts';

passes('typecheck');
