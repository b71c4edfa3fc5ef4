import { passes } from './run-check.ts';

passes('docs');
passes('licenses');
