import { memoryIdField } from '../../parameters/fields';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { requireValid } from '../../parameters/invalidParameterError';
import { parseTextValue } from '../../parameters/parseValue';
import { post } from '../../service/request';
import { parseJson } from '../../text/json';
import { requireChanges, updateFieldsCollection } from '../fields/item';
import { objectField, readObject } from '../fields/objectField';
import { defineOperation, deletedOutput, recordOutput } from '../operation';

/** Calls update-memory, which changes only the fields that are included. */
export const updateMemory = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update memory',
	pastTense: 'updated',
	description: 'Change what the agent remembers about a caller',
	properties: [
		memoryIdField,
		updateFieldsCollection([
			{
				displayName: 'Key Topics',
				name: 'keyTopics',
				type: 'string',
				default: '',
				placeholder: 'e.g. billing, moving house',
				description: 'Topics, separated by commas. Replaces the current topics; leave empty to remove them.',
			},
			objectField({
				displayName: 'Preferences',
				name: 'preferences',
				description: 'What the caller prefers. Replaces all current preferences; leave empty to remove them.',
				example: '{ "language": "Spanish" }',
			}),
			{
				displayName: 'Relationship Notes',
				name: 'relationshipNotes',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				placeholder: 'e.g. Prefers to be called in the morning',
				description: 'Notes about the relationship with the caller. Replaces the current notes.',
			},
			{
				displayName: 'Summary',
				name: 'summary',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				placeholder: 'e.g. Long-standing customer, moved to Oakland in May',
				description: 'What the agent should know about the caller',
				hint: 'Replaces the current summary',
			},
		]),
	],
	idempotent: true,
	output: recordOutput({
		wrapper: 'memory',
		recordFields: ['id', 'summary', 'key_topics', 'preferences', 'relationship_notes'],
	}),
	request({ parameters, updateFields: fields, additionalBodyFields }) {
		const preferences = readObject(fields, 'preferences');
		const changes = {
			...(fields.isAdded('summary') && { summary: fields.text('summary') }),
			...(fields.isAdded('keyTopics') && { key_topics: readTopics(fields) }),
			...(preferences && { preferences }),
			...(fields.isAdded('relationshipNotes') && { relationship_notes: fields.text('relationshipNotes') }),
		};
		return post('update-memory', {
			memory_id: parameters.id('memoryId'),
			...requireChanges(changes, additionalBodyFields),
		});
	},
});

/** Reads topics separated by commas; an expression may give a list, as it is or as JSON. */
function readTopics(fields: ParameterGroup): string[] {
	const value = fields.value('keyTopics');
	const list = typeof value === 'string' ? parseJson(value) : value;
	const label = fields.label('keyTopics');
	const topics = Array.isArray(list)
		? list.map((topic) => requireValid(parseTextValue(topic), label))
		: fields.text('keyTopics').split(',');
	return topics.map((topic) => topic.trim()).filter((topic) => topic !== '');
}

/** Calls delete-memory. */
export const deleteMemory = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete memory',
	pastTense: 'deleted',
	description: 'Permanently remove what the agent remembers about a caller. This cannot be undone.',
	properties: [memoryIdField],
	idempotent: true,
	output: deletedOutput(),
	request: ({ parameters }) => post('delete-memory', { memory_id: parameters.id('memoryId') }),
});
