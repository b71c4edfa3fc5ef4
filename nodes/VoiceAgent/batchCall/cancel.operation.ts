import { idField } from '../../parameters/fields';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';

/** Calls batch-calls with the action cancel: people who were not called yet are skipped. */
export const cancelBatchCall = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel batch call',
	pastTense: 'canceled',
	description: 'Stop a batch call. Calls in progress continue. This cannot be undone.',
	properties: [
		idField('batchId', 'Batch ID', {
			description: 'ID of the batch call',
			example: '2b4d6f80-1a3c-4e5f-9b7d-0c2e4a6b8d1f',
			whereToFind: "Batch Call > Create returns it as 'id'.",
		}),
	],
	idempotent: false,
	adviceWhenUnknown: 'Cancel it again: a batch call that is already canceled stays so.',
	fieldsOnlyThePanelSets: { action: 'Operation' },
	output: recordOutput(),
	request: ({ parameters }) => post('batch-calls', { action: 'cancel', batch_id: parameters.id('batchId') }),
});
