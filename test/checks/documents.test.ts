import { passes } from './run-script.ts';

passes('check:docs');
passes('check:licenses');
