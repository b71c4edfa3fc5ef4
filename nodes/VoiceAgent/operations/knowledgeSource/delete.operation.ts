import type { Operation } from '../../execution/operation';

/** delete-knowledge-source (interface section 4). */
export const deleteKnowledgeSource: Operation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a knowledge source',
	description: 'Permanently remove a knowledge source and all its content. This cannot be undone.',
	properties: [
		{
			displayName: 'Source ID',
			name: 'sourceId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 9f2d4b6a-1c3e-4f58-8a7b-6d5c4b3a2f10',
			description: 'ID of the knowledge source, as Agent > Get gives it in knowledge_sources',
		},
	],
	timeout: 'provider',
	retry: { safe: true },
	ifNotFound: 'Check the Source ID: Agent > Get without Simplify lists the knowledge sources of an agent.',
	answer: { kind: 'deleted' },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'delete-knowledge-source',
			body: {
				source_id: item.id(
					'sourceId',
					'Agent > Get without Simplify lists the knowledge sources of an agent.',
				),
			},
		},
	}),
};
