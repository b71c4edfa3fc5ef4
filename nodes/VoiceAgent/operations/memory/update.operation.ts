import type { ItemInput } from '../../execution/itemInput';
import type { Operation } from '../../execution/operation';
import { memoryId, memoryIdOf, WHEN_UNKNOWN } from './memoryId';

/** update-memory (interface section 4): only included fields change. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a memory',
	description: 'Change what the agent remembers about a caller',
	properties: [
		memoryId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Key Topics',
					name: 'keyTopics',
					type: 'string',
					default: '',
					placeholder: 'e.g. billing, moving house',
					description:
						'Topics, separated by commas. They replace the present ones; left empty, they remove them.',
				},
				{
					displayName: 'Preferences',
					name: 'preferences',
					type: 'json',
					default: '{}',
					placeholder: 'e.g. { "language": "Spanish" }',
					description:
						'A JSON object. It replaces the present preferences as a whole; left empty, it removes them.',
				},
				{
					displayName: 'Relationship Notes',
					name: 'relationshipNotes',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Prefers to be called in the morning',
					description: 'Notes about the relationship with the caller',
				},
				{
					displayName: 'Summary',
					name: 'summary',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Long-standing customer, moved to Oakland in May',
					description: 'What the agent should know about the caller',
				},
			],
		},
	],
	timeout: 'quick',
	repeatable: true,
	whenNotFound: WHEN_UNKNOWN,
	wrapper: 'memory',
	request(input) {
		const fields = input.collection('updateFields');
		return {
			method: 'POST',
			path: 'update-memory',
			body: {
				memory_id: memoryIdOf(input),
				...('summary' in fields && { summary: input.textOf(fields.summary) }),
				...('keyTopics' in fields && { key_topics: topics(fields.keyTopics, input) }),
				...('preferences' in fields && {
					preferences: input.plainObject(fields.preferences, 'Preferences') ?? {},
				}),
				...('relationshipNotes' in fields && { relationship_notes: input.textOf(fields.relationshipNotes) }),
			},
		};
	},
};

/** An expression may give a list as it is. */
function topics(value: unknown, input: ItemInput): string[] {
	const list = Array.isArray(value)
		? value.map((topic) => input.textOf(topic))
		: input.textOf(value).split(',');
	return list.map((topic) => topic.trim()).filter((topic) => topic !== '');
}
