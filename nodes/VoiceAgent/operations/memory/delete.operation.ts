import { memoryIdField } from '../../../shared/panel/idFields';
import { defineOperation } from '../define';
import { deleted } from '../output';
import { post } from '../../../shared/client/serviceRequest';

/** delete-memory (interface section 4). */
export const deleteMemory = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete memory',
	participle: 'deleted',
	description: 'Permanently remove what the agent remembers about a caller. This cannot be undone.',
	properties: [memoryIdField],
	idempotent: true,
	output: deleted(),
	request: ({ parameters }) => post('delete-memory', { memory_id: parameters.id('memoryId') }),
});
