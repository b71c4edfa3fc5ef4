import type { Resource } from '../define';
import { deleteKnowledgeSource } from './delete.operation';

export const knowledgeSource: Resource = {
	value: 'knowledgeSource',
	name: 'Knowledge Source',
	operations: [deleteKnowledgeSource],
};
