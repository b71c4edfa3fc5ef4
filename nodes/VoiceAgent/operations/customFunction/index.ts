import type { Resource } from '../define';
import { create } from './create.operation';
import { update } from './update.operation';

export const customFunction: Resource = {
	value: 'customFunction',
	name: 'Custom Function',
	operations: [create, update],
};
