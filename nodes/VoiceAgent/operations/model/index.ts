import type { Resource } from '../define';
import { getAll } from './getAll.operation';

export const model: Resource = { value: 'model', name: 'Model', operations: [getAll] };
