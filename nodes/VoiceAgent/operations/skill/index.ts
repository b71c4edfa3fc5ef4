import type { Resource } from '../../execution/operation';
import { execute } from './execute.operation';
import { update } from './update.operation';

export const skill: Resource = { value: 'skill', name: 'Skill', operations: [execute, update] };
