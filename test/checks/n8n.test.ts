import { passes } from './run-check.ts';

passes('n8n-node');
