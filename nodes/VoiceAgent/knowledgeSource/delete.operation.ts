import { recordLocator } from '../../parameters/fields';
import { defineOperation, deletedOutput } from '../operation';
import { post } from '../../service/request';

/** Calls delete-knowledge-source. */
export const deleteKnowledgeSource = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete knowledge source',
	pastTense: 'deleted',
	description: 'Permanently remove a knowledge source and all its content. This cannot be undone.',
	properties: [
		recordLocator({
			displayName: 'Source',
			name: 'sourceId',
			description: 'The knowledge source, chosen from those of all agents or by its ID',
			search: 'searchKnowledgeSources',
		}),
	],
	timeout: 'slow',
	idempotent: true,
	output: deletedOutput({ responseFields: ['chunks_deleted'] }),
	request: ({ parameters }) => post('delete-knowledge-source', { source_id: parameters.id('sourceId') }),
});
