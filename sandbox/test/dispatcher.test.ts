import { buildServer, type Server } from '../src/server.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
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

	/** Has something fail once, and expects that it is said in the log and tried again a second later. */
	async function expectRetry(fail: () => void, words: string): Promise<void> {
		const { clock, log } = server.app;
		const now = clock.now();
		jest.spyOn(clock, 'now').mockReturnValue(now);
		const createTimer = jest.spyOn(clock, 'createTimer');
		const warn = jest.spyOn(log, 'warn').mockReturnValue(undefined);
		dispatcher = new Dispatcher(server.app);
		const setTimer = jest.spyOn(createTimer.mock.results[0]?.value, 'set');
		fail();
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
	}

	const fails = () => {
		throw new Error('database disk image is malformed');
	};

	it('sends again a second later what could not be recorded', async () => {
		const { database } = server.app;
		await expectRetry(
			() => void jest.spyOn(database, 'transaction').mockImplementationOnce(fails),
			'recorded',
		);
	});

	it('sends a second later what could not be read', async () => {
		const { outbox } = server.app;
		await expectRetry(
			() => void jest.spyOn(outbox, 'listDue').mockImplementationOnce(fails),
			'could not be sent',
		);
	});

	it('sends a second later what has no readable destination', async () => {
		const { destinations } = server.app;
		await expectRetry(
			() => void jest.spyOn(destinations, 'findUrl').mockImplementationOnce(fails),
			'could not be sent',
		);
	});
});
