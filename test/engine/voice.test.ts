import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { wav } from '../support/audio-files.ts';
import { inMemory, jsonOf, outputOf, runFlow, TOOL, voiceAgentFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

/** As n8n keeps files outside of the item. */
async function stored(bytes: Buffer, fileName: string): Promise<IBinaryData> {
	await Container.get(BinaryDataService).init();
	const location = { type: 'execution' as const, workflowId: '1', executionId: '1' };
	return await Container.get(BinaryDataService).store(location, bytes, {
		mimeType: 'audio/wav',
		fileName,
	} as IBinaryData);
}

const item = (binary: Record<string, IBinaryData>): INodeExecutionData => ({ json: {}, binary });

const clone = async (items: INodeExecutionData[], more: IDataObject = {}) => {
	const parameters = { resource: 'voice', operation: 'clone', name: 'Front desk', ...more };
	return await runFlow(voiceAgentFlow(parameters), items, service.credentials);
};

const long = wav(31);

describe('Voice > Clone', () => {
	it.each<[Record<string, IBinaryData>, RegExp]>([
		[{ recording: inMemory(long, 'one.wav') }, /It has files in: recording\./],
		[{}, /^It has no files\./],
	])('says where the item has files when the field has none', async (binary, words) => {
		const { error } = (await clone([item(binary)])).data.resultData;
		expect(error).toMatchObject({
			message: expect.stringMatching(/has no file in the field "data"/),
			description: expect.stringMatching(words),
		});
	});

	it('is not for an AI agent, which has no files to give', async () => {
		const parameters = { resource: 'voice', operation: 'clone', name: 'Front desk' };
		const { error } = (await service.run(parameters, [{}], { type: TOOL })).data.resultData;
		expect(error).toMatchObject({ message: 'An AI agent cannot provide recordings' });
	});

	it('knows a recording without a name by the ending that n8n has noted', async () => {
		const { fileName: _, ...unnamed } = inMemory(long, 'one.wav', 'application/octet-stream');
		const result = await clone([item({ data: { ...unnamed, fileExtension: 'wav' } })]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ name: 'Front desk' }]);
	});

	it('sends the files of an item, from memory and from where n8n keeps files', async () => {
		const files = { data: inMemory(long, 'one.wav'), data_1: await stored(long, 'two.wav') };
		const result = await clone([item(files)], { files: 'data, data_1', options: { description: 'Calm' } });
		expect(result.data.resultData.error).toBeUndefined();
		expect(outputOf(result, 'Voice Agent')).toMatchObject([
			{ json: { id: expect.any(String), name: 'Front desk', description: 'Calm' }, pairedItem: { item: 0 } },
		]);
		const [request] = await service.requests('clone-voice');
		expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(Number(request?.headers['content-length'])).toBeGreaterThan(2 * long.length);
	});

	it('makes one voice from the files of all items where that is asked for', async () => {
		const items = [item({ data: inMemory(long, 'one.wav') }), item({ data: inMemory(long, 'two.wav') })];
		const result = await clone(items, { recordingsFrom: 'allItems' });
		expect(outputOf(result, 'Voice Agent')).toMatchObject([{ pairedItem: [{ item: 0 }, { item: 1 }] }]);
		expect(await service.requests('clone-voice')).toHaveLength(1);
	});

	it.each<[string, () => INodeExecutionData, IDataObject, RegExp]>([
		[
			'another format',
			() => item({ data: inMemory(long, 'a.ogg', 'audio/ogg') }),
			{},
			/"a\.ogg".*not a WAV, MP3 or M4A/,
		],
		[
			'no field',
			() => item({ data: inMemory(long, 'a.wav') }),
			{ files: ' , ' },
			/1 to 25 files, not from 0/,
		],
		[
			'more than 25 files',
			() => item({ data: inMemory(long, 'a.wav') }),
			{ files: Array.from({ length: 26 }, () => 'data').join(',') },
			/not from 26/,
		],
	])('refuses %s before anything is sent', async (_, input, more, message) => {
		const { error } = (await clone([input()], more)).data.resultData;
		expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
		expect(await service.requests('clone-voice')).toEqual([]);
	});
});
