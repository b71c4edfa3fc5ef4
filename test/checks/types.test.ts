import { passes } from './run-script.ts';

passes('typecheck');
