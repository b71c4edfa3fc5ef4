import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const model: Resource = { value: 'model', name: 'Model', operations: [getAll] };
