import { memoryIdField } from '../../parameters/fields';
import { defineOperation, deletedOutput } from '../operation';
import { post } from '../../service/request';

/** Calls delete-memory. */
export const deleteMemory = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete memory',
	pastTense: 'deleted',
	description: 'Permanently remove what the agent remembers about a caller. This cannot be undone.',
	properties: [memoryIdField],
	idempotent: true,
	output: deletedOutput(),
	request: ({ parameters }) => post('delete-memory', { memory_id: parameters.id('memoryId') }),
});
