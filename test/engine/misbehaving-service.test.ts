/** Services that are not there, drip, redirect or say too much. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject, INode } from 'n8n-workflow';

import { bytesOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { serveDrips, serveJson, serveText, startReceiver, type Receiver } from '../support/http-server';

const KEY = 'svc_0123456789abcdef0123456789abcdef01234567';

const open: Receiver[] = [];
afterEach(async () => {
	for (const server of open.splice(0)) await server.close();
});
const opened = async (server: Promise<Receiver>): Promise<Receiver> => {
	open.push(await server);
	return await server;
};

const sending = {
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Hi',
};

const run = async (
	baseUrl: string,
	parameters: IDataObject,
	more: Partial<INode> = {},
	onStart?: (cancel: () => void) => void,
) =>
	await runFlow(
		voiceAgentFlow(
			{ ...parameters, options: { maxRetries: 0, ...(parameters.options as IDataObject) } },
			more,
		),
		[{ json: {} }],
		{ voiceAgentApi: { baseUrl, apiKey: KEY } },
		onStart && { onStart },
	);
const errorOf = async (baseUrl: string, parameters: IDataObject) =>
	(await run(baseUrl, parameters)).data.resultData.error;

it('A send to a service that is not reached says that nothing was sent', async () => {
	const gone = await serveText('');
	await gone.close();
	const error = await errorOf(gone.url, sending);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: expect.stringMatching(/nothing answers at its address 127\.0\.0\.1:\d+$/),
		description: expect.stringMatching(/The request was not carried out\.$/),
	});
	expect(error?.description).not.toContain('unknown');
});

describe('An answer that drips', () => {
	it('ends at the time-out', async () => {
		const page = await opened(serveDrips());
		const error = await errorOf(page.url, { ...sending, options: { timeout: 400 } });
		expect(error).toMatchObject({ message: 'The service did not answer in time' });
	});

	it('ends at once when the execution is canceled', async () => {
		const page = await opened(serveDrips());
		const result = await run(page.url, sending, {}, (cancel) => {
			const waiting = setInterval(() => {
				if (page.received.length === 0) return;
				clearInterval(waiting);
				cancel();
			}, 10);
		});
		expect(result.data.resultData.error).toMatchObject({
			message: 'The execution was canceled',
			description: expect.stringMatching(/unknown whether the request was carried out/),
		});
	});
});

describe('Secrets', () => {
	it('that the service echoes are masked in the message, the description and the details', async () => {
		const message =
			`Key ${KEY} and Bearer ${KEY} and whsec_abcdef ` + 'at https://ada:pw@x.example/a?token=hidden are bad';
		const page = await opened(serveJson({ error: { code: KEY, message } }, { status: 400 }));
		const result = await run(page.url, sending, { onError: 'continueErrorOutput' });
		const [item] = outputOf(result, 'Voice Agent', 1);
		const text = JSON.stringify(item);
		for (const secret of [KEY, 'abcdef', 'ada:pw', 'hidden']) expect(text).not.toContain(secret);
		expect(item?.json.error).toContain('Key *** and Bearer *** and whsec_*** at https://x.example/a are bad');
		const { error } = (await run(page.url, sending)).data.resultData;
		expect(`${error?.message}${error?.description}`).not.toContain(KEY);
	});
});

describe('A media file', () => {
	const getting = { resource: 'message', operation: 'get', messageId: 'x', downloadMedia: true };

	/** A service with a message whose file has this address. */
	const serviceWith = async (url: string) =>
		await opened(serveJson({ id: 'x', body: 'Hi', media: [{ url, mime_type: 'text/plain' }] }));

	const fileOf = async (baseUrl: string) =>
		outputOf(await run(baseUrl, getting), 'Voice Agent')[0]?.binary?.media_0;

	it('is fetched by up to three redirects, without the key', async () => {
		const files = await opened(
			startReceiver((request, response) => {
				const step = Number(request.path.slice(1));
				if (step < 3) response.writeHead(302, { Location: `/${step + 1}` }).end();
				else response.end('the file');
			}),
		);
		const service = await serviceWith(`${files.url}/0`);
		const file = await fileOf(service.url);
		expect((await bytesOf(file)).toString()).toBe('the file');
		expect(file).toMatchObject({ fileName: 'media-0.txt', mimeType: 'text/plain' });
		expect(service.received).toMatchObject([{ headers: { authorization: `Bearer ${KEY}` } }]);
		expect(files.received).toHaveLength(4);
		for (const { headers } of files.received) expect(headers).not.toHaveProperty('authorization');
	});

	it('lets go of a redirect whose body never ends', async () => {
		let letGo: Promise<unknown> = Promise.resolve();
		const files = await opened(
			startReceiver((request, response) => {
				if (request.path === '/file') {
					response.end('the file');
					return;
				}
				letGo = once(response, 'close');
				response.writeHead(302, { Location: '/file' });
				const dripping = setInterval(() => response.write('x'.repeat(1_000)), 20);
				response.on('close', () => clearInterval(dripping));
			}),
		);
		expect((await bytesOf(await fileOf((await serviceWith(files.url)).url))).toString()).toBe('the file');
		expect(await Promise.race([letGo.then(() => 'let go'), delay(5_000, 'kept', { ref: false })])).toBe(
			'let go',
		);
	});

	it.each<[string, () => Promise<Receiver>, RegExp]>([
		[
			'breaks off',
			() =>
				startReceiver((_, response) => {
					response.writeHead(200, { 'Content-Length': 100 });
					response.write('the', () => response.destroy());
				}),
			/the connection ended too early$/,
		],
		['drips', serveDrips, /it took too long$/],
	])('that %s is an error that says so', async (_, start, reason) => {
		const files = await opened(start());
		const service = await serviceWith(files.url);
		const error = await errorOf(service.url, { ...getting, options: { timeout: 500 } });
		expect(error?.message).toMatch(/^A media file of the message could not be downloaded: /);
		expect(error?.message).toMatch(reason);
		expect(files.received.length).toBeLessThanOrEqual(4);
	});
});
