import type { IBinaryData } from 'n8n-workflow';

import { MAX_VOICE_FILES } from '../../../shared/wire/limits';
import { StreamedFile } from '../../../shared/n8n/streamedFile';
import type { Item } from '../../parameters/item';
import { quoted, InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

/** The formats that clone-voice takes (interface section 8), by file extension and by type. */
const ENDING = /\.(wav|mp3|m4a)$/i;
const TYPE = /^audio\/(wav|wave|x-wav|vnd\.wave|mpeg|mp3|mp4|m4a|x-m4a)$/i;

/**
 * Returns the recordings in the binary fields of some items, as files that are read only when they are sent.
 * @throws InvalidParameterError for too few or too many files, a missing one, or one of another format.
 */
export async function readAudioFiles({ parameters, isForAgent }: Item, items: Item[]): Promise<File[]> {
	if (isForAgent) {
		throw new InvalidParameterError(
			'An AI agent cannot provide recordings',
			'Clone the voice in a workflow, not by a tool.',
		);
	}
	const fields = parameters
		.givenText('files')
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
	const binary = readBinary(item, field);
	const name = binary.fileName ?? `${field}.${binary.fileExtension ?? ''}`;
	if (!ENDING.test(name) && !TYPE.test(binary.mimeType)) {
		throw new InvalidParameterError(
			`The file ${quoted(name)} in the field ${field} is not a WAV, MP3 or M4A file`,
			'Convert the recording to one of these formats first.',
		);
	}
	return new StreamedFile(name, binary.mimeType, await readLength(item, binary), () =>
		readBytes(item, binary),
	);
}

function readBinary({ context, index }: Item, field: string): IBinaryData {
	const { binary = {} } = context.getInputData()[index] ?? {};
	if (Object.hasOwn(binary, field)) return context.helpers.assertBinaryData(index, field);
	const names = Object.keys(binary);
	throw new InvalidParameterError(
		`The input item has no file in the field ${quoted(field)}`,
		names.length > 0
			? `It has files in: ${names.join(', ')}. Set 'Input Data Field Names'.`
			: 'It has no files. Connect a node that returns the recordings, e.g. Read Files from Disk.',
	);
}

async function readLength({ context }: Item, { id, data }: IBinaryData): Promise<number> {
	if (!id) return Buffer.byteLength(data, 'base64');
	return (await context.helpers.getBinaryMetadata(id)).fileSize;
}

/** n8n keeps a file outside the item, under an id, unless it is set to keep files in memory. */
async function* readBytes({ context }: Item, { id, data }: IBinaryData): AsyncIterable<Uint8Array> {
	if (id) yield* await context.helpers.getBinaryStream(id);
	else yield Buffer.from(data, 'base64');
}
