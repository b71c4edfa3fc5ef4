import type { Resource } from '../define';
import { deleteMemory } from './delete.operation';
import { update } from './update.operation';

export const memory: Resource = { value: 'memory', name: 'Memory', operations: [update, deleteMemory] };
