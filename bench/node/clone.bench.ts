/** Clone Voice with 200 MB of audio: how much memory it takes, beside holding the files. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { runFlow, voiceAgentFlow } from '../../test/engine/support/engine.ts';
import { printTable } from '../table.ts';

const FILES = 4;
const FILE_SIZE = 50 * 2 ** 20;

/** Takes what is sent and counts it, so that only the node's memory is measured. */
async function startReceiver() {
	let received = 0;
	const server = createServer((request, response) => {
		request.on('data', (chunk: Buffer) => (received += chunk.length));
		request.on('end', () => response.end(JSON.stringify({ id: randomUUID(), name: 'Voice' })));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, received: () => received, close: () => server.close() };
}

async function main(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-clone-'));
	const emptyFile = async (name: string, size: number) => {
		const file = await open(join(folder, name), 'w');
		await file.truncate(size);
		await file.close();
		return join(folder, name);
	};
	const receiver = await startReceiver();
	const binaryData = Container.get(BinaryDataService);
	await binaryData.init();
	const location = { type: 'execution' as const, workflowId: '1', executionId: 'bench-clone' };
	const store = async (path: string): Promise<IBinaryData> =>
		await binaryData.copyBinaryFile(location, { mimeType: 'audio/wav', fileName: 'a.wav', data: '' }, path);
	const binary: Record<string, IBinaryData> = { small: await store(await emptyFile('small.wav', 2 ** 20)) };
	const recordings = Array.from({ length: FILES }, (_, index) => `data_${index}`);
	for (const field of recordings) binary[field] = await store(await emptyFile(`${field}.wav`, FILE_SIZE));
	const clone = async (files: string[]) => {
		const parameters = { resource: 'voice', operation: 'clone', name: 'Bench', files: files.join(',') };
		const credentials = { voiceAgentApi: { baseUrl: receiver.url, apiKey: 'svc_x' } };
		const run = await runFlow(voiceAgentFlow(parameters), [{ json: {}, binary }], credentials);
		if (run.data.resultData.error) throw run.data.resultData.error;
	};
	// A small file before the measuring, so that loading the code does not count.
	await clone(['small']);
	const sentBefore = receiver.received();
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	let most = before;
	const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
	const begun = performance.now();
	await clone(recordings);
	clearInterval(watch);
	printTable('Voice > Clone', [
		{
			'sent, MB': (receiver.received() - sentBefore) / 2 ** 20,
			seconds: (performance.now() - begun) / 1000,
			'memory grown by, MB': (most - before) / 2 ** 20,
			'x size': (most - before) / (FILES * FILE_SIZE),
		},
	]);
	receiver.close();
	await binaryData.deleteMany([{ type: 'execution', workflowId: '1', executionId: 'bench-clone' }]);
	await rm(folder, { recursive: true });
}

void main();
