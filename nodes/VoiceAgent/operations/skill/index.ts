import type { Resource } from '../define';
import { execute } from './execute.operation';
import { update } from './update.operation';

export const skill: Resource = { value: 'skill', name: 'Skill', operations: [execute, update] };
