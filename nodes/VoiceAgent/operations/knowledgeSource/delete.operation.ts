import { recordLocator } from '../../../shared/panel/idFields';
import { defineOperation } from '../define';
import { deleted } from '../output';
import { post } from '../../../shared/client/serviceRequest';

/** delete-knowledge-source (interface section 4). */
export const deleteKnowledgeSource = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete knowledge source',
	participle: 'deleted',
	description: 'Permanently remove a knowledge source and all its content. This cannot be undone.',
	properties: [
		recordLocator({
			displayName: 'Source',
			name: 'sourceId',
			description: 'The knowledge source, chosen from those of all agents or by its ID',
			search: 'searchKnowledgeSources',
		}),
	],
	timeout: 'provider',
	idempotent: true,
	output: deleted({ kept: ['chunks_deleted'] }),
	request: ({ parameters }) => post('delete-knowledge-source', { source_id: parameters.id('sourceId') }),
});
