import type { BinaryHelperFunctions, IBinaryKeyData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { MediaItem } from '../../../shared/wire/records';
import { TIMEOUTS } from '../../../shared/service/timeouts';
import type { ItemInput } from '../../execution/itemInput';

type FileSource = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/**
 * Downloads a message's media into binary fields `<prefix>0`, `<prefix>1`, ... Their links are signed by themselves and
 * lead to another host, so our key is not sent along.
 * @throws NodeApiError when a file cannot be had.
 */
export async function downloadMedia(input: ItemInput, media: MediaItem[]): Promise<IBinaryKeyData> {
	const prefix = input.text('mediaFieldPrefix') || 'media_';
	const files: IBinaryKeyData = {};
	for (const [index, { url, mime_type: mimeType }] of media.entries()) {
		const stream = await openStream(input, url);
		files[`${prefix}${index}`] = await input.context.helpers.prepareBinaryData(
			stream,
			fileName(index, mimeType),
			mimeType,
		);
	}
	return files;
}

async function openStream(input: ItemInput, url: string): Promise<FileSource> {
	try {
		return (await input.context.helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			timeout: TIMEOUTS.long,
		})) as FileSource;
	} catch {
		// The original may hold the signed link, which is a secret for 24 hours.
		throw new NodeApiError(
			input.context.getNode(),
			{},
			{
				message: 'A media file of the message could not be downloaded',
				description:
					'Run the node again: it asks for a fresh link each time. If that does not help, turn off Download Media.',
				itemIndex: input.index,
			},
		);
	}
}

/** `audio/ogg; codecs=opus` -> `media-0.ogg`: the service names no files. */
function fileName(index: number, mimeType: string): string {
	const subtype = /^[\w.+-]+\/([\w.+-]+)/.exec(mimeType)?.[1] ?? 'bin';
	return `media-${index}.${EXTENSIONS[subtype] ?? subtype}`;
}

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg', mpeg: 'mp3', 'x-wav': 'wav', plain: 'txt' };
