import type { Operation } from '../define';
import { memoryId, readMemoryId, WHEN_UNKNOWN } from './memoryId';

/** delete-memory (interface section 4). */
export const deleteMemory: Operation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete memory',
	participle: 'deleted',
	description: 'Permanently remove what the agent remembers about a caller. This cannot be undone.',
	properties: [memoryId],
	timeout: 'quick',
	retry: { safe: true },
	ifNotFound: WHEN_UNKNOWN,
	answer: { kind: 'deleted' },
	plan: (item) => ({
		request: { method: 'POST', path: 'delete-memory', body: { memory_id: readMemoryId(item) } },
	}),
};
