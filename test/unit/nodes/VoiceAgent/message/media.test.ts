import { Readable } from 'stream';
import { buffer } from 'stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { createMediaDownload } from '../../../../../nodes/VoiceAgent/message/media';
import type { AfterResponseTools } from '../../../../../nodes/VoiceAgent/operation';
import type { Item } from '../../../../../nodes/VoiceAgent/fields/item';
import { itemsWith } from '../../../../support/plan-operation';

/** What n8n gives for these types. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	'audio/ogg': 'ogg',
	'image/png': 'png',
	'text/plain': 'txt',
	'application/octet-stream': 'bin',
};

const LINK = 'https://files.example/a';

/**
 * The names and types under which the files of a message are kept, with a server that gives every file.
 * @param store Stores the bytes of a file.
 */
async function keptOf(media: unknown, store: (bytes: Buffer) => void = () => {}): Promise<string[]> {
	const [item] = itemsWith('message:get', { mediaFieldPrefix: 'file_' });
	const helpers = {
		httpRequest: async () => ({ statusCode: 200, headers: {}, body: Readable.from([Buffer.from('x')]) }),
		prepareBinaryData: async (body: Readable, fileName: string, mimeType: string) => {
			store(await buffer(body));
			const fileExtension = EXTENSIONS[mimeType];
			return { fileName, mimeType, ...(fileExtension && { fileExtension }) };
		},
	};
	const context = { ...item.context, helpers };
	const connection = { ...item.connection, baseUrl: 'https://service.example' };
	const complete = createMediaDownload({
		parameters: item.parameters,
		options: item.options,
		context,
		connection,
	} as unknown as Item);
	const { binary = {} } = await complete(
		{ media } as IDataObject,
		{
			download: async <T>(fetch: () => Promise<T>) => await fetch(),
			endSignal: new AbortController().signal,
		} as AfterResponseTools,
	);
	return Object.entries(binary).map(([name, file]) => [name, file.fileName, file.mimeType].join(' '));
}

describe('createMediaDownload', () => {
	it.each([
		['audio/ogg; codecs=opus', 'file_0 media-0.ogg audio/ogg'],
		['text/plain; charset=utf-8', 'file_0 media-0.txt text/plain'],
		['IMAGE/PNG', 'file_0 media-0.png image/png'],
		['text/html<script>', 'file_0 media-0.bin application/octet-stream'],
		['../../etc/passwd', 'file_0 media-0.bin application/octet-stream'],
		['application/constructor', 'file_0 media-0 application/constructor'],
		[undefined, 'file_0 media-0.bin application/octet-stream'],
	])('keeps a file of the type %p', async (mime_type, kept) => {
		expect(await keptOf([{ url: LINK, mime_type }])).toEqual([kept]);
	});

	it.each([undefined, null, []])('takes %j for no media', async (media) => {
		expect(await keptOf(media)).toEqual([]);
	});

	it.each(['text', 5, {}, [LINK], [null]])('does not guess what the media %j are', async (media) => {
		await expect(keptOf(media)).rejects.toMatchObject({
			report: { description: expect.stringContaining("Turn off 'Download Media'") },
		});
	});

	it('blames n8n, and not the connection, for a file that has arrived and cannot be stored', async () => {
		const fill = () => {
			throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
		};
		await expect(keptOf([{ url: LINK }], fill)).rejects.toThrow(
			'A media file of the message could not be downloaded: n8n could not store it',
		);
	});

	it.each([
		undefined,
		null,
		5,
		'',
		'/a',
		[LINK],
		'http://files.example/a',
		'https://ada:pw@files.example/a',
		'https://ada@files.example/a',
		'file:///etc/passwd',
		'data:text/plain,a',
	])('does not follow %j', async (url) => {
		await expect(keptOf([{ url }])).rejects.toThrow('A media link of the message cannot be followed');
	});
});
