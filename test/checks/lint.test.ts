import { passes } from './run-script.ts';

passes('lint');
passes('format:check');
