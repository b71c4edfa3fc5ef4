import { parseJson } from '../../../shared/json';
import type { Operation } from '../define';
import { readObject, objectField } from '../../parameters/objectField';
import type { ParameterGroup } from '../../parameters/parameters';
import { readTextField } from '../../parameters/readers';
import { readChanges } from '../../parameters/updateFields';
import { memoryId, readMemoryId, WHEN_UNKNOWN } from './memoryId';

/** update-memory (interface section 4): only included fields change. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update memory',
	participle: 'updated',
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
						'Topics, separated by commas. Replaces the current topics; leave empty to remove them.',
				},
				objectField({
					displayName: 'Preferences',
					name: 'preferences',
					description:
						'What the caller prefers. Replaces all current preferences; leave empty to remove them.',
					example: '{ "language": "Spanish" }',
				}),
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
	retry: { safe: true },
	ifNotFound: WHEN_UNKNOWN,
	answer: {
		kind: 'record',
		wrapper: 'memory',
		recordFields: ['id', 'summary', 'key_topics', 'preferences', 'relationship_notes'],
	},
	plan(item) {
		const fields = item.updateFields;
		const preferences = readObject(fields, 'preferences');
		return {
			request: {
				method: 'POST',
				path: 'update-memory',
				body: {
					memory_id: readMemoryId(item),
					...readChanges(item, {
						...(fields.has('summary') && { summary: fields.text('summary') }),
						...(fields.has('keyTopics') && { key_topics: topicsOf(fields) }),
						...(preferences && { preferences }),
						...(fields.has('relationshipNotes') && { relationship_notes: fields.text('relationshipNotes') }),
					}),
				},
			},
		};
	},
};

/** Separated by commas; an expression may give a list, as it is or as JSON. */
function topicsOf(fields: ParameterGroup): string[] {
	const value = fields.value('keyTopics');
	const list = typeof value === 'string' ? parseJson(value) : value;
	const label = fields.label('keyTopics');
	const topics = Array.isArray(list)
		? list.map((topic) => readTextField(topic, label))
		: fields.text('keyTopics').split(',');
	return topics.map((topic) => topic.trim()).filter((topic) => topic !== '');
}
