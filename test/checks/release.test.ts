import { passes } from './run-script.ts';

passes('check:release');
