import type { IBinaryData } from 'n8n-workflow';

import { StreamedFile } from '../../n8n/httpRequest';
import { quote, InvalidParameterError } from '../../parameters/invalidParameterError';
import { post } from '../../service/request';
import type { Item } from '../fields/item';
import { defineOperation, recordOutput } from '../operation';

/** The most files that the service takes for one voice. */
const MAX_VOICE_FILES = 25;

/** Calls clone-voice, which takes the recordings as multipart/form-data. */
export const cloneVoice = defineOperation({
	value: 'clone',
	name: 'Clone',
	action: 'Clone voice',
	pastTense: 'cloned',
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
	adviceWhenUnknown: 'Check whether the dashboard shows the voice before you clone it again.',
	output: recordOutput({ wrapper: 'voice', recordFields: ['id', 'name', 'preview_url'] }),
	sendsOneRequestForAllItems: ({ parameters }) => parameters.choice('recordingsFrom') === 'allItems',
	async request(item, items) {
		const { parameters, options } = item;
		parameters.choice('recordingsFrom');
		return post(
			'clone-voice',
			{
				name: parameters.requireNonEmptyText('name', 'Enter a name for the voice.'),
				...(options.has('description') && { description: options.text('description') }),
			},
			await readAudioFiles(item, items),
		);
	},
});

/** The formats that clone-voice takes, by file extension and by type. */
const AUDIO_EXTENSION = /\.(wav|mp3|m4a)$/i;
const AUDIO_MIME_TYPE = /^audio\/(wav|wave|x-wav|vnd\.wave|mpeg|mp3|mp4|m4a|x-m4a)$/i;

/**
 * Returns the recordings in the binary fields of some items, as files whose content is not read until they are
 * sent.
 * @throws InvalidParameterError for too few or too many files, a missing one, or one of another format; also if
 * an AI agent calls the node.
 */
async function readAudioFiles({ parameters, isToolCall }: Item, items: Item[]): Promise<File[]> {
	if (isToolCall) {
		throw new InvalidParameterError(
			'An AI agent cannot provide recordings',
			'Clone the voice in a workflow, not by a tool.',
		);
	}
	const fields = parameters
		.requireText('files')
		.split(',')
		.map((field) => field.trim())
		.filter((field) => field !== '');
	const files: File[] = [];
	for (const one of items) {
		for (const field of fields) files.push(await readAudioFile(one, field));
	}
	if (files.length >= 1 && files.length <= MAX_VOICE_FILES) return files;
	throw new InvalidParameterError(
		`A voice is made from 1 to ${MAX_VOICE_FILES} files, not from ${files.length}`,
		files.length === 0
			? 'Enter the name of the input field that holds the recording, e.g. data.'
			: `Remove all but ${MAX_VOICE_FILES} of them.`,
	);
}

async function readAudioFile(item: Item, field: string): Promise<File> {
	const binary = requireBinary(item, field);
	const name = binary.fileName ?? `${field}.${binary.fileExtension ?? ''}`;
	if (!AUDIO_EXTENSION.test(name) && !AUDIO_MIME_TYPE.test(binary.mimeType)) {
		throw new InvalidParameterError(
			`The file ${quote(name)} in the field ${field} is not a WAV, MP3 or M4A file`,
			'Convert the recording to one of these formats first.',
		);
	}
	return new StreamedFile(name, binary.mimeType, await readSizeInBytes(item, binary), () =>
		readBytes(item, binary),
	);
}

function requireBinary({ context, index }: Item, field: string): IBinaryData {
	const { binary = {} } = context.getInputData()[index] ?? {};
	if (Object.hasOwn(binary, field)) return context.helpers.assertBinaryData(index, field);
	const names = Object.keys(binary);
	throw new InvalidParameterError(
		`The input item has no file in the field ${quote(field)}`,
		names.length > 0
			? `It has files in: ${names.join(', ')}. Set 'Input Data Field Names'.`
			: 'It has no files. Connect a node that returns the recordings, e.g. Read Files from Disk.',
	);
}

async function readSizeInBytes({ context }: Item, { id, data }: IBinaryData): Promise<number> {
	if (!id) return Buffer.byteLength(data, 'base64');
	return (await context.helpers.getBinaryMetadata(id)).fileSize;
}

/**
 * Reads the bytes of a file. n8n keeps a file outside the item, under an ID, unless it is set to keep files in
 * memory.
 */
async function* readBytes({ context }: Item, { id, data }: IBinaryData): AsyncIterable<Uint8Array> {
	if (id) yield* await context.helpers.getBinaryStream(id);
	else yield Buffer.from(data, 'base64');
}
