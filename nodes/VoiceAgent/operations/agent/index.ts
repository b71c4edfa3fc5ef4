import type { Resource } from '../define';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const agent: Resource = { value: 'agent', name: 'Agent', operations: [get, getAll] };
