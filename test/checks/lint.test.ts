import { passes } from './run-check.ts';

passes('lint');
passes('format');
