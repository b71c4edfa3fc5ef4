import type { Resource } from '../define';
import { getAll } from './getAll.operation';
import { search } from './search.operation';

export const phoneNumber: Resource = {
	value: 'phoneNumber',
	name: 'Phone Number',
	operations: [getAll, search],
};
