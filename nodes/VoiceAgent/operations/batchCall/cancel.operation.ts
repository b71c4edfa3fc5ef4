import { idField } from '../../../shared/panel/idFields';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';

/** batch-calls, action cancel (interface sections 3 and 4). */
export const cancelBatchCall = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel batch call',
	participle: 'canceled',
	description: 'Stop a batch call. Calls in progress continue. This cannot be undone.',
	properties: [
		idField('batchId', 'Batch ID', {
			description: 'ID of the batch call',
			example: '2b4d6f80-1a3c-4e5f-9b7d-0c2e4a6b8d1f',
			whereToFind: "Batch Call > Create returns it as 'id'.",
		}),
	],
	idempotent: false,
	ifOutcomeUnknown: 'Cancel it again: a batch call that is already canceled stays so.',
	guardedFields: { action: 'Operation' },
	output: record(),
	request: ({ parameters }) => post('batch-calls', { action: 'cancel', batch_id: parameters.id('batchId') }),
});
