import type { IBinaryData } from 'n8n-workflow';

import { MAX_VOICE_FILES } from '../../../shared/wire/limits';
import { StreamedFile } from '../../../shared/service/multipart';
import type { ItemInput } from '../../execution/itemInput';

/** Formats that clone-voice takes (interface section 8), by file ending and by type. */
const ENDING = /\.(wav|mp3|m4a)$/i;
const TYPE = /^audio\/(wav|wave|x-wav|vnd\.wave|mpeg|mp3|mp4|m4a|x-m4a)$/i;

/**
 * The recordings in the binary fields of some items, as files that are read only when they are sent.
 * @throws NodeOperationError for too few, too many, a missing one, or one of another format.
 */
export async function audioFiles(input: ItemInput, items: ItemInput[]): Promise<File[]> {
	if (input.isForAgent) {
		throw input.refusal('An agent cannot hand over recordings', 'Clone voices in a workflow of its own.');
	}
	const fields = input
		.text('files')
		.split(',')
		.map((field) => field.trim())
		.filter((field) => field !== '');
	const files: File[] = [];
	for (const item of items) {
		for (const field of fields) files.push(await audioFile(item, field));
	}
	if (files.length >= 1 && files.length <= MAX_VOICE_FILES) return files;
	throw input.refusal(
		`A voice is made from 1 to ${MAX_VOICE_FILES} files, not from ${files.length}`,
		files.length === 0
			? 'Enter the name of the input field that holds the recording, e.g. data.'
			: `Take away all but ${MAX_VOICE_FILES} of them.`,
	);
}

async function audioFile(item: ItemInput, field: string): Promise<File> {
	const binary = item.context.helpers.assertBinaryData(item.index, field);
	const name = binary.fileName ?? `${field}.${binary.fileExtension ?? ''}`;
	if (!ENDING.test(name) && !TYPE.test(binary.mimeType)) {
		throw item.refusal(
			`The file "${name}" in the field ${field} is not a WAV, MP3 or M4A file`,
			'Convert the recording to one of these formats first.',
		);
	}
	return new StreamedFile(name, binary.mimeType, await lengthOf(item, binary), () => bytesOf(item, binary));
}

async function lengthOf(item: ItemInput, { id, data }: IBinaryData): Promise<number> {
	if (!id) return Buffer.byteLength(data, 'base64');
	return (await item.context.helpers.getBinaryMetadata(id)).fileSize;
}

/** n8n keeps a file outside the item, under an id, unless it is set to keep files in memory. */
async function* bytesOf(item: ItemInput, { id, data }: IBinaryData): AsyncIterable<Uint8Array> {
	if (id) yield* await item.context.helpers.getBinaryStream(id);
	else yield Buffer.from(data, 'base64');
}
