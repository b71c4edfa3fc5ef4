import { eventually } from '../../test/support/eventually.ts';
import { startReceiver } from '../../test/support/http-server.ts';
import { buildServer, type Server } from '../src/server.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { recordSms } from '../src/service/sms/index.ts';
import { Dispatcher, Sender } from '../src/service/webhooks/dispatcher.ts';

const ACCOUNT = 'the-account';
const DELIVERIES = 3;
const ACCEPTED = { http_status: 200, response_headers: '{}', response_body: '', error: null, duration_ms: 1 };

describe('the dispatcher', () => {
	let server: Server;
	let dispatcher: Dispatcher;
	const count = (status: 'pending' | 'succeeded') => server.app.deliveryLog.count({ status });
	const countAttempts = () => server.app.database.get('SELECT count(*) AS attempts FROM attempts');

	beforeEach(async () => {
		server = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty' });
		const { app } = server;
		({ dispatcher } = app);
		app.destinations.add('chatapp_account', () => 'http://receiver.example/');
		jest.spyOn(Sender.prototype, 'send').mockResolvedValue(ACCEPTED);
		app.database.transaction(() => {
			for (let added = 0; added < DELIVERIES; added += 1) {
				app.outbox.publishToAccount('chatapp.received', ACCOUNT, {}, {});
			}
		});
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await server?.close();
	});

	/** Until everything was sent and every answer has arrived, which is recorded in the next turn. */
	const answersArrive = () => new Promise((resolve) => setImmediate(resolve));
	const nextTurn = answersArrive;

	it('records what has ended when the sandbox stops before the turn is over', async () => {
		dispatcher.start();
		await answersArrive();
		expect(count('pending')).toBe(DELIVERIES);
		await dispatcher.stop();
		expect(count('succeeded')).toBe(DELIVERIES);
		expect(countAttempts()).toEqual({ attempts: DELIVERIES });
	});

	it('records nothing that was cleared before the turn was over', async () => {
		dispatcher.start();
		await answersArrive();
		dispatcher.reset();
		await nextTurn();
		expect(countAttempts()).toEqual({ attempts: 0 });
	});

	it('records nothing that was still under way when everything was cleared', async () => {
		let answer = (): void => undefined;
		jest
			.spyOn(Sender.prototype, 'send')
			.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(ACCEPTED))));
		dispatcher.start();
		await answersArrive();
		dispatcher.reset();
		answer();
		await nextTurn();
		await nextTurn();
		expect(countAttempts()).toEqual({ attempts: 0 });
	});

	it('attempts 64 deliveries at once, and each once', async () => {
		const { database, outbox } = server.app;
		const answers: Array<() => void> = [];
		const send = jest
			.spyOn(Sender.prototype, 'send')
			.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(ACCEPTED))));
		database.transaction(() => {
			for (let added = 0; added < 70; added += 1) {
				outbox.publishToAccount('chatapp.received', ACCOUNT, {}, {});
			}
		});
		dispatcher.start();
		await answersArrive();
		expect(send).toHaveBeenCalledTimes(64);
		// These are due before all others.
		const now = jest.spyOn(server.app.clock, 'now').mockReturnValue(server.app.clock.now() - 60_000);
		database.transaction(() => {
			for (let added = 0; added < 2; added += 1) {
				outbox.publishToAccount('chatapp.received', ACCOUNT, {}, {});
			}
		});
		now.mockRestore();
		answers.shift()?.();
		await nextTurn();
		await nextTurn();
		expect(send).toHaveBeenCalledTimes(65);
		while (answers.length > 0) {
			for (const answer of answers.splice(0)) answer();
			await nextTurn();
			await nextTurn();
		}
		expect(send).toHaveBeenCalledTimes(72 + DELIVERIES);
		expect(count('succeeded')).toBe(72 + DELIVERIES);
	});

	const fails = () => {
		throw new Error('database disk image is malformed');
	};
	it.each<[string, string, () => jest.SpyInstance]>([
		['could not be recorded', 'recorded', () => jest.spyOn(server.app.database, 'transaction')],
		['could not be read', 'could not be sent', () => jest.spyOn(server.app.outbox, 'listDue')],
		[
			'has no readable destination',
			'could not be sent',
			() => jest.spyOn(server.app.destinations, 'findUrl'),
		],
	])('says in the log what %s, and sends it a second later', async (_, words, spy) => {
		const { clock, log } = server.app;
		const now = clock.now();
		jest.spyOn(clock, 'now').mockReturnValue(now);
		const createTimer = jest.spyOn(clock, 'createTimer');
		const warn = jest.spyOn(log, 'warn').mockReturnValue(undefined);
		dispatcher = new Dispatcher(server.app);
		const setTimer = jest.spyOn(createTimer.mock.results[0]?.value, 'set');
		spy().mockImplementationOnce(fails);
		dispatcher.start();
		await answersArrive();
		await nextTurn();
		expect(warn.mock.calls).toEqual([[{ err: expect.any(Error) }, expect.stringContaining(words)]]);
		expect(setTimer.mock.calls).toEqual([[now + 1_000]]);
		expect(count('pending')).toBe(DELIVERIES);
		dispatcher.start();
		await answersArrive();
		await nextTurn();
		expect(count('succeeded')).toBe(DELIVERIES);
		expect(countAttempts()).toEqual({ attempts: DELIVERIES });
		await dispatcher.stop();
	});
});

it('6 a delivery that is not answered in time is tried again', async () => {
	const receiver = await startReceiver();
	receiver.answer = () => undefined;
	const { app, close } = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty', deliveryTimeoutMs: 50 });
	app.destinations.add('chatapp_account', () => receiver.url);
	app.database.transaction(() => app.outbox.publishToAccount('chatapp.received', ACCOUNT, {}, {}));
	app.dispatcher.start();
	const attempts = () =>
		app.database.all<object>('SELECT http_status, response_body, error FROM attempts ORDER BY seq');
	const [first] = await eventually(() => (attempts().length > 0 ? attempts() : undefined));
	expect(first).toEqual({ http_status: null, response_body: null, error: 'timeout after 50 ms' });
	expect(app.deliveryLog.count({ status: 'pending' })).toBe(1);
	await Promise.all([close(), receiver.close()]);
});

describe('a replay of many', () => {
	const NUMBERS = { living: '+14155550100', revoked: '+14155550101' };
	let server: Server;
	let send: jest.SpyInstance;
	const ask = async <Body>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
		const headers = { authorization: `Bearer ${server.app.firstKey.secret}` };
		return (await server.app.inject({ method, url, payload, headers })).json<Body>();
	};
	/** Has messages arrive at a number, and waits until all of their deliveries have ended. */
	const receive = async (to_number: string, count: number) => {
		const { app } = server;
		app.database.transaction(() => {
			for (let body = 0; body < count; body += 1) {
				recordSms(app, 'sms.received', { from_number: '+14155550123', to_number, body: String(body) });
			}
		});
		await eventually(() => app.deliveryLog.count({ status: 'pending' }) === 0 || undefined);
	};
	const addKey = async (name: keyof typeof NUMBERS) => {
		const key = { name, webhook_url: `http://receiver.example/${name}`, phone_numbers: [NUMBERS[name]] };
		return (await ask<{ id: string }>('POST', '/sandbox/v1/api-keys', key)).id;
	};

	beforeEach(async () => {
		server = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty' });
		send = jest.spyOn(Sender.prototype, 'send').mockResolvedValue(ACCEPTED);
		server.app.dispatcher.start();
	});
	afterEach(async () => {
		await server?.close();
		jest.restoreAllMocks();
	});

	it('8 replays at most 500 of a window per call, and says that there are more', async () => {
		await addKey('living');
		await receive(NUMBERS.living, 501);
		const window = { event_type: 'sms.received', start_time: '2000-01-01', end_time: '2100-01-01' };
		const answer = await ask<{ deliveries: string[] }>(
			'POST',
			'/functions/v1/replay-webhook-delivery',
			window,
		);
		expect(answer).toMatchObject({ replayed: 500, has_more: true });
		expect(new Set(answer.deliveries).size).toBe(500);
	});

	it('replays dead letters in turn, the oldest first, whatever number of them has no receiver', async () => {
		const COUNT = 502;
		send.mockResolvedValue({ ...ACCEPTED, http_status: 404 });
		const living = await addKey('living');
		await receive(NUMBERS.living, COUNT);
		const revoked = await addKey('revoked');
		await receive(NUMBERS.revoked, COUNT);
		await ask('DELETE', `/sandbox/v1/api-keys/${revoked}`);
		send.mockClear().mockResolvedValue(ACCEPTED);

		type Letters = { dead_letters: Array<{ id: string; delivery: { api_key_id: string } }> };
		const list = async (query: string) =>
			(await ask<Letters>('GET', `/sandbox/v1/dead-letters?limit=1000${query}`)).dead_letters
				.filter((letter) => letter.delivery.api_key_id === living)
				.map(({ id }) => id);
		// A page of a thousand lacks the oldest four.
		const newest = (await list('')).slice(0, 2);
		const replay = () => ask('POST', '/sandbox/v1/dead-letters/replay', {});
		expect(await replay()).toEqual({ replayed: 500, refused: COUNT, more: true });
		expect(await list('&replayed=false')).toEqual(newest);
		expect(await replay()).toEqual({ replayed: 2, refused: COUNT, more: false });
		expect(await replay()).toEqual({ replayed: 0, refused: COUNT, more: false });
		await eventually(() => send.mock.calls.length >= COUNT || undefined);
		expect(new Set(send.mock.calls.map(([, body]) => body as string)).size).toBe(COUNT);
	});
});
