import type { Resource } from '../define';
import { cancel } from './cancel.operation';
import { create } from './create.operation';

export const batchCall: Resource = { value: 'batchCall', name: 'Batch Call', operations: [create, cancel] };
