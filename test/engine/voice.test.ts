import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { wav } from '../support/audio-files.ts';
import { addNodeType, inMemory, jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
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
	it('names the fields that hold files when the field is another', async () => {
		const { error } = (await clone([item({ recording: inMemory(long, 'one.wav') })])).data.resultData;
		expect(error).toMatchObject({ description: expect.stringContaining('It has files in: recording.') });
	});

	it('is not for an AI agent, which has no files to give', async () => {
		const type = 'n8n-nodes-voice-agent.voiceAgentTool';
		addNodeType(type, new VoiceAgent());
		const parameters = { resource: 'voice', operation: 'clone', name: 'Front desk' };
		const { error } = (await service.run(parameters, [{}], { type })).data.resultData;
		expect(error).toMatchObject({ message: 'An AI agent cannot provide recordings' });
	});

	it('says so when there are no files at all', async () => {
		const { error } = (await clone([item({})])).data.resultData;
		expect(error).toMatchObject({ description: expect.stringMatching(/^It has no files\./) });
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

	it('sends the files again when the service had not taken them', async () => {
		await service.fault('clone-voice', { kind: 'status', status: 429, retry_after: 0, count: 1 });
		const result = await clone([item({ data: await stored(long, 'one.wav') })]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ name: 'Front desk' }]);
		expect((await service.requests('clone-voice')).map(({ status }) => status)).toEqual([429, 200]);
	});

	it('says so when a recording is too short', async () => {
		const result = await clone([item({ data: inMemory(wav(5), 'short.wav') })]);
		expect(result.data.resultData.error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/30 seconds/),
		});
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
		['a field without a file', () => item({}), {}, /has no file in the field "data"/],
		[
			'more than 25 files',
			() => item({ data: inMemory(long, 'a.wav') }),
			{ files: Array.from({ length: 26 }, () => 'data').join(',') },
			/not from 26/,
		],
		[
			'recordings from elsewhere',
			() => item({ data: inMemory(long, 'a.wav') }),
			{ recordingsFrom: 'FETCH' },
			/^'Recordings From' "FETCH" is not one of its options$/,
		],
		[
			'no name',
			() => item({ data: inMemory(long, 'a.wav') }),
			{ name: '={{ $json.none }}' },
			/^The expression in 'Name' gave no value for this item$/,
		],
	])('refuses %s before anything is sent', async (_, input, more, message) => {
		const { error } = (await clone([input()], more)).data.resultData;
		expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
		expect(await service.requests('clone-voice')).toEqual([]);
	});
});
