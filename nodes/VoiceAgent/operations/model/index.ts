import type { Resource } from '../../execution/operation';
import { getAll } from './getAll.operation';

export const model: Resource = { value: 'model', name: 'Model', operations: [getAll] };
