import { passes } from './run-script.ts';

passes('check:n8n-node');
