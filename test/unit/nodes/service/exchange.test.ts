import { get as getHttp, createServer as createHttpServer, type RequestOptions } from 'http';
import { get as getHttps } from 'https';
import { createServer, type AddressInfo, type Server, type Socket } from 'net';
import { once } from 'events';

import { deadlineAfter } from '../../../../nodes/service/timing';
import { toNetworkFailure } from '../../../../nodes/service/exchange';

const open = () => deadlineAfter(60_000);
const unreached = (reason: string) => ({ kind: 'notConnected', reason });
const reset = { kind: 'networkError' };
const timeout = { kind: 'timeout' };

/** As axios and then n8n wrap what Node throws. */
function wrapped(cause: Error & { code?: string }) {
	const { code, message } = cause;
	const axios = Object.assign(new Error(message, { cause }), { name: 'AxiosError', code });
	return Object.assign(new Error('The service refused the connection', { cause: axios }), {
		name: 'NodeApiError',
		httpCode: code,
		messages: [message],
	});
}

const systemError = (code: string, syscall?: string) =>
	Object.assign(new Error(`${syscall ?? 'read'} ${code}`), { code, ...(syscall && { syscall }) });

/** Returns the error that Node's client throws until the last byte of the response. */
async function errorOf(url: string, options: RequestOptions = {}): Promise<Error> {
	const get = url.startsWith('https') ? getHttps : getHttp;
	return await new Promise((resolve) => {
		get(url, { agent: false, ...options }, (response) => {
			response
				.on('error', resolve)
				.on('end', () => resolve(new Error('It was answered')))
				.resume();
		}).on('error', resolve);
	});
}

const servers: Server[] = [];
async function portOf(server: Server): Promise<number> {
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
const onConnection = async (act: (socket: Socket) => void) =>
	await portOf(createServer((socket) => act(socket.on('error', () => {}))));

afterAll(() => servers.forEach((server) => server?.close()));

describe('toNetworkFailure, of what real sockets throw', () => {
	const closing = async () => await onConnection((socket) => socket.destroy());
	const resetting = async () =>
		await onConnection((socket) => socket.once('data', () => socket.resetAndDestroy()));
	const headers = { Authorization: 'Bearer svc_\u200b' };

	it.each<[string, () => Promise<string>, RequestOptions, object]>([
		['a name that does not exist', async () => 'http://nothing.invalid', {}, { kind: 'notConnected' }],
		[
			'a refused connection',
			async () => 'http://127.0.0.1:1',
			{},
			unreached('nothing answers at its address 127.0.0.1:1'),
		],
		[
			'https on a port that speaks http',
			async () => `https://127.0.0.1:${await portOf(createHttpServer())}`,
			{},
			unreached('it does not speak https at this address'),
		],
		[
			'a connection closed before TLS was set up',
			async () => `https://127.0.0.1:${await closing()}`,
			{},
			unreached('no secure connection could be set up'),
		],
		['a connection reset after the request', async () => `http://127.0.0.1:${await resetting()}`, {}, reset],
		[
			'a header that cannot be sent',
			async () => 'http://127.0.0.1:1',
			{ headers },
			unreached('the credential holds a character that cannot be sent'),
		],
	])('reads %s', async (_, address, options, failure) => {
		const error = await errorOf(await address(), options).catch((thrown: Error) => thrown);
		expect(toNetworkFailure(error, open())).toMatchObject(failure);
		expect(toNetworkFailure(wrapped(error), open())).toEqual(toNetworkFailure(error, open()));
	});
});

describe('toNetworkFailure, by code and system call', () => {
	it.each<[string, string | undefined, object]>([
		['ENOTFOUND', 'getaddrinfo', unreached('its host name is not known')],
		['EAI_AGAIN', 'getaddrinfo', unreached('its host name could not be looked up')],
		['ECONNREFUSED', 'connect', unreached('nothing answers at its address')],
		['EHOSTUNREACH', 'connect', unreached('no connection to its address could be made')],
		['ECONNRESET', 'connect', unreached('no connection to its address could be made')],
		['ERR_INVALID_URL', undefined, unreached('its address is not a URL')],
		['ECONNRESET', 'read', reset],
		['EPIPE', 'write', reset],
		['ETIMEDOUT', 'read', timeout],
		['ECONNABORTED', undefined, timeout],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, unreached('its certificate is not trusted')],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, unreached('its certificate is not trusted')],
		['ERR_SSL_WRONG_VERSION_NUMBER', undefined, unreached('it does not speak https at this address')],
		['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'read', reset],
	])('reads %s on %s', (code, syscall, failure) => {
		expect(toNetworkFailure(systemError(code, syscall), open())).toEqual(failure);
		expect(toNetworkFailure(wrapped(systemError(code, syscall)), open())).toEqual(failure);
	});

	it('finds what older versions of n8n keep of an error: the code and the messages', () => {
		const error = { httpCode: 'ECONNREFUSED', messages: ['connect ECONNREFUSED 127.0.0.1:1'] };
		expect(toNetworkFailure(error, open())).toEqual(unreached('nothing answers at its address 127.0.0.1:1'));
	});

	it.each([
		['connect ECONNREFUSED 127.0.0.1:3128', 'nothing answers at its address 127.0.0.1:3128'],
		['getaddrinfo ENOTFOUND proxy.internal', 'its host name proxy.internal is not known'],
	])('names what was tried, which is a proxy where n8n has one: %s', (message, reason) => {
		const [, syscall = '', code = ''] = /^(\w+) (\w+)/.exec(message) ?? [];
		const error = Object.assign(new Error(message), { code, syscall });
		for (const one of [error, wrapped(error)]) {
			expect(toNetworkFailure(one, open())).toEqual(unreached(reason));
		}
	});

	it.each([undefined, 'text', {}, new Error('odd'), { httpCode: '500' }, { code: 'HPE_INVALID_CONSTANT' }])(
		'does not guess what %p means',
		(error) => {
			expect(toNetworkFailure(error, open())).toEqual({ kind: 'unknown' });
		},
	);

	it('does not follow causes in a circle', () => {
		const error = new Error('odd');
		error.cause = error;
		expect(toNetworkFailure(error, open())).toEqual({ kind: 'unknown' });
	});

	it('asks the deadline first, whatever was thrown', async () => {
		const late = deadlineAfter(1);
		await once(late.signal, 'abort');
		expect(toNetworkFailure(systemError('ECONNREFUSED', 'connect'), late)).toEqual(timeout);
		const cancelled = deadlineAfter(60_000, AbortSignal.abort());
		expect(toNetworkFailure(systemError('ECONNRESET'), cancelled)).toEqual({
			kind: 'cancelled',
			sent: true,
		});
	});
});
