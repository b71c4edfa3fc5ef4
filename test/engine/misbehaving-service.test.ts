/** Services that are not there, drip, hang, contradict themselves or talk too much. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { createServer as createTcpServer, type AddressInfo, type Socket } from 'net';

import type { IDataObject, INode } from 'n8n-workflow';

import { bytesOf, jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { serve, serveDrips, serveJson, serveText, type WebPage } from '../support/web-server';

const KEY = 'svc_0123456789abcdef0123456789abcdef01234567';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
	for (const server of open.splice(0)) await server.close();
});
const opened = async (server: Promise<WebPage>): Promise<WebPage> => {
	open.push(await server);
	return await server;
};

/** A port that does with each connection what it is told. */
async function serveTcp(answer: (socket: Socket) => void): Promise<number> {
	const sockets = new Set<Socket>();
	const server = createTcpServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		answer(socket);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	open.push({
		close: async () =>
			await new Promise((closed) => {
				for (const socket of sockets) socket.destroy();
				server.close(() => closed());
			}),
	});
	return (server.address() as AddressInfo).port;
}

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

describe('A send to a service that is not reached', () => {
	it.each<[string, () => Promise<string> | string, RegExp]>([
		[
			'nothing listens',
			async () => `http://127.0.0.1:${await closedPort()}`,
			/nothing answers at its address 127\.0\.0\.1:\d+$/,
		],
		[
			'https to a port that speaks http',
			async () => (await opened(serveText('x'))).url.replace('http:', 'https:'),
			/does not speak https at this address$/,
		],
	])('says that nothing was sent: %s', async (_, address, reason) => {
		const error = await errorOf(await address(), sending);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(reason),
			description: expect.stringMatching(/The request was not carried out\.$/),
		});
		expect(error?.description).not.toContain('unknown');
	});
});

async function closedPort(): Promise<number> {
	const page = await serveText('');
	await page.close();
	return Number(new URL(page.url).port);
}

it('A send whose answer is cut off in its headers says that its outcome is unknown', async () => {
	const port = await serveTcp((socket) =>
		socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
	);
	const error = await errorOf(`http://127.0.0.1:${port}`, sending);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		description: expect.stringMatching(/unknown.*Look for it with Message > Get Many/s),
	});
	expect(error?.description).not.toMatch(/nothing was (sent|changed)/i);
});

it('An answer of 204 without a body says that a memory is deleted', async () => {
	const page = await opened(serve((_, response) => response.writeHead(204).end()));
	const parameters = { resource: 'memory', operation: 'delete', memoryId: 'x' };
	expect(jsonOf(outputOf(await run(page.url, parameters), 'Voice Agent'))).toEqual([{ deleted: true }]);
	expect(page.received).toHaveLength(1);
});

describe('Timeout is a deadline', () => {
	it('for an answer that drips', async () => {
		const page = await opened(serveDrips());
		const error = await errorOf(page.url, { ...sending, options: { timeout: 400 } });
		expect(error).toMatchObject({ message: 'The service did not answer in time' });
	});

	it('for a media file that drips', async () => {
		const files = await opened(serveDrips());
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'audio/ogg' }])));
		const error = await errorOf(page.url, { ...getting, options: { timeout: 300 } });
		expect(error).toMatchObject({
			message: expect.stringMatching(/could not be downloaded: it took too long$/),
		});
	});

	it('and cancelling ends all of it at once', async () => {
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

	it('stay out of what is said about a redirect', async () => {
		const page = await opened(
			serveJson({}, { status: 302, headers: { Location: 'https://ada:pw@x.example/path?token=hidden' } }),
		);
		const error = await errorOf(page.url, sending);
		expect(error).toMatchObject({ message: 'The service redirects to https://x.example' });
		expect(JSON.stringify(error)).not.toMatch(/pw|hidden/);
	});
});

const getting = { resource: 'message', operation: 'get', messageId: 'x', downloadMedia: true };
const messageWith = (media: unknown) => ({ id: 'x', body: 'Hi', media });

describe('Media', () => {
	it('follow at most three redirects, each of them checked', async () => {
		const page: WebPage = await opened(
			serve((request, response) => {
				const step = Number(request.url?.slice(1));
				if (request.method === 'POST') {
					response.setHeader('Content-Type', 'application/json');
					response.end(
						JSON.stringify(
							messageWith([{ url: `${page.url}/${page.received.length}`, mime_type: 'text/plain' }]),
						),
					);
				} else if (step < 4) response.writeHead(302, { Location: `/${step + 1}` }).end();
				else response.end('the file');
			}),
		);
		const result = await run(page.url, getting);
		expect((await bytesOf(outputOf(result, 'Voice Agent')[0]?.binary?.media_0)).toString()).toBe('the file');
		expect(page.received.filter(({ authorization }) => authorization)).toHaveLength(1);
	});

	it('let go of a redirect whose body never ends', async () => {
		let letGo: Promise<unknown> = Promise.resolve();
		const files = await opened(
			serve((request, response) => {
				if (request.url === '/file') {
					response.end('the file');
					return;
				}
				letGo = once(response, 'close');
				response.writeHead(302, { Location: '/file' });
				const dripping = setInterval(() => response.write('x'.repeat(1_000)), 20);
				response.on('close', () => clearInterval(dripping));
			}),
		);
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'text/plain' }])));
		const result = await run(page.url, getting);
		expect((await bytesOf(outputOf(result, 'Voice Agent')[0]?.binary?.media_0)).toString()).toBe('the file');
		expect(await Promise.race([letGo.then(() => 'let go'), delay(5_000, 'kept', { ref: false })])).toBe(
			'let go',
		);
	});

	it('do not follow redirects without end', async () => {
		const files = await opened(serve((_, response) => response.writeHead(302, { Location: '/again' }).end()));
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'text/plain' }])));
		expect(await errorOf(page.url, getting)).toMatchObject({
			message: expect.stringMatching(/its link redirects too often$/),
		});
		expect(files.received).toHaveLength(4);
	});

	it('say so when a link fails', async () => {
		const files = await opened(serveJson({}, { status: 403 }));
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'text/plain' }])));
		expect(await errorOf(page.url, getting)).toMatchObject({
			message: 'A media file of the message could not be downloaded: its link answers with status 403',
		});
	});

	it('say so when a file breaks off', async () => {
		const files = await opened(
			serve((_, response) => {
				response.writeHead(200, { 'Content-Length': 100 });
				response.write('the', () => response.destroy());
			}),
		);
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'text/plain' }])));
		expect(await errorOf(page.url, getting)).toMatchObject({
			message: 'A media file of the message could not be downloaded: the connection ended too early',
		});
	});
});
