import type { Operation } from '../define';
import { recordLocator } from '../../parameters/locators';

/** delete-knowledge-source (interface section 4). */
export const deleteKnowledgeSource: Operation = {
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
	retry: { safe: true },
	ifNotFound: 'Choose the source from the list, or check its ID.',
	answer: { kind: 'deleted', kept: ['chunks_deleted'] },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'delete-knowledge-source',
			body: {
				source_id: item.id('sourceId', 'Choose a knowledge source from the list or enter its ID.'),
			},
		},
	}),
};
