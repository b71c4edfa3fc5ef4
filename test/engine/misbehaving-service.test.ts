/** Services that are not there, drip, hang, contradict themselves or talk too much. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { RequestListener } from 'http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'net';

import type { IDataObject, INode } from 'n8n-workflow';

import { bytesOf, jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
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

const reading = { resource: 'message', operation: 'getAll', limit: 1 };
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
			/nothing answers at its address$/,
		],
		['no such host', () => 'http://nowhere.invalid', /its host name (is not known|could not be looked up)$/],
		[
			'https to a port that speaks http',
			async () => (await opened(serveText('x'))).url.replace('http:', 'https:'),
			/does not speak https at this address$/,
		],
		[
			'a connection that ends before TLS is set up',
			async () => `https://127.0.0.1:${await serveTcp((socket) => socket.end())}`,
			/no secure connection could be set up$/,
		],
	])('says that nothing was sent: %s', async (_, address, reason) => {
		const error = await errorOf(await address(), sending);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(reason),
			description: expect.stringMatching(/The request was not sent\.$/),
		});
		expect(error?.description).not.toContain('unknown');
	});
});

async function closedPort(): Promise<number> {
	const page = await serveText('');
	await page.close();
	return Number(new URL(page.url).port);
}

describe('A send whose answer is cut off', () => {
	it.each<[string, (socket: Socket) => void]>([
		['before it begins', (socket) => socket.once('data', () => socket.destroy())],
		['by a reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
		['in its headers', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le'))],
		[
			'in its body',
			(socket) =>
				socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"succ')),
		],
	])('says that its outcome is unknown: %s', async (_, answer) => {
		const port = await serveTcp(answer);
		const error = await errorOf(`http://127.0.0.1:${port}`, sending);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			description: expect.stringMatching(/unknown.*Look for it with Message > Get Many/s),
		});
		expect(error?.description).not.toMatch(/nothing was (sent|changed)/i);
	});
});

describe('A refusal', () => {
	it.each([
		['a code at status 200', { error: { code: 'not_found', message: 'Memory not found' } }, 200],
		['a code at status 500', { error: { code: 'not_found', message: 'Memory not found' } }, 500],
		['a code at status 400', { error: { code: 'source_not_found', message: 'Memory not found' } }, 400],
	])('is decided by %s', async (_, body, status) => {
		const page = await opened(serveJson(body, { status }));
		const parameters = {
			resource: 'memory',
			operation: 'update',
			memoryId: 'x',
			updateFields: { summary: 'x' },
		};
		const error = await errorOf(page.url, { ...parameters, options: { maxRetries: 2 } });
		expect(error).toMatchObject({
			message: 'Memory not found',
			description: expect.stringMatching(/^Check 'Memory ID'\./),
		});
		expect(page.received).toHaveLength(1);
	});

	it('counts at status 200 as text, too, but a record may have an empty error', async () => {
		const refused = await opened(serveJson({ error: 'No credits left' }));
		expect(await errorOf(refused.url, sending)).toMatchObject({ message: 'No credits left' });
		const fine = await opened(serveJson({ success: true, error: null }));
		expect(jsonOf(outputOf(await run(fine.url, sending), 'Voice Agent'))).toEqual([
			{ success: true, error: null },
		]);
	});

	it('names fields as the panel does', async () => {
		const message = 'phone_number_id, recipient_wa_id and message are required';
		const page = await opened(serveJson({ error: message }, { status: 400 }));
		expect(await errorOf(page.url, sending)).toMatchObject({
			message: "'From (Business Number)', 'Recipient' and message are required",
		});
	});
});

describe('The words of a refusal', () => {
	it.each<[string, unknown, number, string, RegExp]>([
		[
			'a list of faults',
			{ detail: [{ loc: ['body', 'recipient_wa_id'], msg: 'field required', type: 'missing' }] },
			422,
			"'Recipient': field required",
			/^Change the value that the message names/,
		],
		['errors', { errors: [{ message: 'One' }, 'Two'] }, 400, 'One; Two', /^Change the value/],
		[
			'a lack of credits',
			{ error: 'Payment required' },
			402,
			'Payment required',
			/Credit > Create Top-Up Link/,
		],
		[
			'a provider that speaks of 24 hours',
			{ error: 'Failed to send', detail: 'Account restricted for 24 hours because of spam reports' },
			502,
			'Failed to send: Account restricted for 24 hours because of spam reports',
			/^The service could not do it now/,
		],
		[
			'a provider whose time is over',
			{ error: 'Failed to send', detail: '(#131047) Re-engagement message' },
			502,
			'Failed to send: (#131047) Re-engagement message',
			/^The chat app allows free-form messages only within 24 hours/,
		],
	])('are kept: %s', async (_, body, status, message, description) => {
		const page = await opened(serveJson(body, { status }));
		expect(await errorOf(page.url, sending)).toMatchObject({
			message,
			description: expect.stringMatching(description),
		});
	});

	it('are kept when they are plain text', async () => {
		const page = await opened(serve((_, response) => response.writeHead(400).end('The number is blocked')));
		expect(await errorOf(page.url, sending)).toMatchObject({ message: 'The number is blocked' });
	});

	it('come with a hint where the number fits no country', async () => {
		const page = await opened(serveJson({ error: 'Could not deliver' }, { status: 502 }));
		expect(await errorOf(page.url, { ...sending, recipientWaId: '9994155550123' })).toMatchObject({
			message: 'Could not deliver',
			description: expect.stringMatching(
				/^Check that 'Recipient' 9994155550123 begins with its country code/,
			),
		});
		expect(await errorOf(page.url, { ...sending, recipientWaId: '4155550123' })).toMatchObject({
			message: `'Recipient' "4155550123" is not a phone number with its country code`,
		});
	});

	it.each<[string, RequestListener]>([
		['a web page', (_, response) => response.writeHead(404).end('<h1>Not found</h1>')],
		['other JSON', (_, response) => response.writeHead(404).end('{"message":"no Route matched"}')],
	])('speak of the Base URL after a 404 of another server: %s', async (_, answer) => {
		const page = await opened(serve(answer));
		const error = await errorOf(page.url, { resource: 'memory', operation: 'delete', memoryId: 'x' });
		expect(error).toMatchObject({
			message: "The 'Base URL' leads to a server that does not know this address",
			description: expect.stringContaining(`Check the 'Base URL' in the credential (${page.url})`),
		});
	});
});

describe('An answer without a body', () => {
	it.each(['memory', 'knowledgeSource'])('of 204 says that a %s is deleted', async (resource) => {
		const page = await opened(serve((_, response) => response.writeHead(204).end()));
		const parameters = { resource, operation: 'delete', memoryId: 'x', sourceId: 'x' };
		expect(jsonOf(outputOf(await run(page.url, parameters), 'Voice Agent'))).toEqual([{ deleted: true }]);
		expect(page.received).toHaveLength(1);
	});

	it('of 304 does not blame the Base URL', async () => {
		const page = await opened(serve((_, response) => response.writeHead(304).end()));
		expect(await errorOf(page.url, reading)).toMatchObject({
			message: 'The service answered with status 304',
			description: expect.stringMatching(/^This comes from a cache or proxy/),
		});
	});

	it('that redirects to the same server is told from a wrong address', async () => {
		const page = await opened(serve((_, response) => response.writeHead(302, { Location: '/login' }).end()));
		expect(await errorOf(page.url, reading)).toMatchObject({
			message: 'The service redirects to another path',
			description: expect.stringContaining(page.url),
		});
	});
});

describe('Timeout is a deadline', () => {
	it.each(['getAll', 'send'])('for an answer that drips: %s', async (operation) => {
		const page = await opened(serveDrips());
		const error = await errorOf(page.url, {
			...(operation === 'send' ? sending : reading),
			options: { timeout: 400 },
		});
		expect(error).toMatchObject({ message: 'The service did not answer in time' });
	});

	it('for a media file that drips', async () => {
		const files = await opened(serveDrips());
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: 'audio/ogg' }])));
		const error = await errorOf(page.url, { ...getting, options: { timeout: 2_000 } });
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
			description: expect.stringMatching(/unknown whether it was carried out/),
		});
	});
});

describe('Retry-After', () => {
	useFastClock();

	it.each([
		['an hour', '3600', /asks to wait for 60 minutes/],
		['two days', String(2 * 86_400), /asks to wait for 2 days/],
	])('of %s fails at once and says so', async (_, header, description) => {
		const page = await opened(
			serveJson({ error: 'Slow down' }, { status: 429, headers: { 'Retry-After': header } }),
		);
		const error = await errorOf(page.url, { ...sending, options: { maxRetries: 3 } });
		expect(error).toMatchObject({ message: 'Slow down', description: expect.stringMatching(description) });
		expect(page.received).toHaveLength(1);
	});

	it.each(['-5', 'Wed, 01 Jan 2020 00:00:00 GMT', 'soon'])(
		'falls back to the back-off: %s',
		async (header) => {
			const page = await opened(
				serveJson({ error: 'Slow down' }, { status: 429, headers: { 'Retry-After': header } }),
			);
			await errorOf(page.url, { ...sending, options: { maxRetries: 1 } });
			expect(page.received).toHaveLength(2);
		},
	);
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
		expect(error).toMatchObject({ description: expect.stringContaining('redirects to https://x.example.') });
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
		expect(await Promise.race([letGo.then(() => 'let go'), delay(5_000, 'kept')])).toBe('let go');
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

	it('say so when nothing answers at a link', async () => {
		const page = await opened(
			serveJson(messageWith([{ url: 'http://127.0.0.1:1/a', mime_type: 'text/plain' }])),
		);
		expect(await errorOf(page.url, getting)).toMatchObject({
			message: 'A media file of the message could not be downloaded: nothing answers at its address',
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

	it.each(['ftp://x.example/a', 'http://ada:pw@127.0.0.1/a', 'file:///etc/passwd', 7, null])(
		'are not fetched from %p',
		async (url) => {
			const page = await opened(serveJson(messageWith([{ url, mime_type: 'text/plain' }])));
			expect(await errorOf(page.url, getting)).toMatchObject({
				message: 'A media link of the message cannot be followed',
			});
		},
	);

	it.each([
		['text/html; charset=x', 'text/html'],
		['<script>', 'application/octet-stream'],
		[null, 'application/octet-stream'],
	])('of the type %p are stored as %s', async (given, stored) => {
		const files = await opened(serveText('x'));
		const page = await opened(serveJson(messageWith([{ url: files.url, mime_type: given }])));
		const [item] = outputOf(await run(page.url, getting), 'Voice Agent');
		expect(item?.binary?.media_0).toMatchObject({ mimeType: stored });
	});

	it.each([['text'], [{ url: 'x' }], [[null]], [['x']]])('of an odd shape are named: %j', async (media) => {
		const page = await opened(serveJson(messageWith(media)));
		expect(await errorOf(page.url, getting)).toMatchObject({
			message: expect.stringMatching(/media.*unknown form/),
		});
	});

	it.each([null, undefined])('may be missing: %p', async (media) => {
		const page = await opened(serveJson(messageWith(media)));
		expect(outputOf(await run(page.url, getting), 'Voice Agent')).toHaveLength(1);
	});
});
