import { passes } from '../support/run-check.ts';

passes('n8n-node');
