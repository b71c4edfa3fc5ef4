import { MAX_VOICE_FILES } from '../../../shared/wire/limits';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { readAudioFiles } from './audioFiles';

/** clone-voice (interface sections 4 and 8). */
export const cloneVoice = defineOperation({
	value: 'clone',
	name: 'Clone',
	action: 'Clone voice',
	participle: 'cloned',
	description:
		'Create a voice for agents from recordings of at least 30 seconds each; 1 to 3 minutes in total work best. Clone only voices whose owners have agreed.',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Front desk',
			description: 'Name of the voice',
		},
		{
			displayName: 'Recordings From',
			name: 'recordingsFrom',
			type: 'options',
			default: 'item',
			options: [
				{ name: 'All Input Items', value: 'allItems', description: 'One voice from the files of all items' },
				{ name: 'Each Input Item', value: 'item', description: 'One voice for each item' },
			],
			description: 'Which recordings make up one voice',
		},
		{
			displayName: 'Input Data Field Names',
			name: 'files',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data, data_1',
			hint: 'The names of the input fields that contain the binary file data, separated by commas',
			description: `The recordings: 1 to ${MAX_VOICE_FILES} WAV, MP3 or M4A files`,
		},
	],
	options: [
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			placeholder: 'e.g. Calm, a little husky',
			description: 'What the voice is like',
		},
	],
	timeout: 'long',
	idempotent: false,
	ifOutcomeUnknown: 'Check whether the dashboard shows the voice before you clone it again.',
	output: record({ wrapper: 'voice', recordFields: ['id', 'name', 'preview_url'] }),
	takesAllItems: ({ parameters }) => parameters.choice('recordingsFrom') === 'allItems',
	async request(item, items) {
		const { parameters, options } = item;
		parameters.choice('recordingsFrom');
		return post(
			'clone-voice',
			{
				name: parameters.requiredText('name', 'Enter a name for the voice.'),
				...(options.has('description') && { description: options.text('description') }),
			},
			await readAudioFiles(item, items),
		);
	},
});
