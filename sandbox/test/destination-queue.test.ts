import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { buildServer, type Server } from '../src/server.ts';
import { DestinationQueue } from '../src/service/webhooks/destination-queue.ts';
import { Sender } from '../src/service/webhooks/sender.ts';

const ACCOUNT = 'the-account';
const DELIVERIES = 3;
const ACCEPTED = { http_status: 200, response_headers: '{}', response_body: '', error: null, duration_ms: 1 };

describe('the deliveries to one destination', () => {
	let server: Server;
	let queue: DestinationQueue;
	/** Of the deliveries that are due again. */
	let dueTimes: number[];
	const count = (status: 'pending' | 'succeeded') => server.app.deliveryLog.count({ status });

	beforeEach(async () => {
		server = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty' });
		const { app } = server;
		app.destinations.add('chatapp_account', () => 'http://receiver.example/');
		dueTimes = [];
		jest.spyOn(Sender.prototype, 'send').mockResolvedValue(ACCEPTED);
		queue = new DestinationQueue(app, `chatapp_account:${ACCOUNT}`, new Sender(1_000), (dueAt) =>
			dueTimes.push(dueAt),
		);
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

	/** Until the queue has sent everything and every answer has arrived. */
	const answersArrive = () => new Promise((resolve) => setImmediate(resolve));
	/** Until the turn is over in which the answers arrived. */
	const nextTurn = answersArrive;

	it('records what has ended when the sandbox stops before the turn is over', async () => {
		const { dispatcher } = server.app;
		dispatcher.start();
		await answersArrive();
		expect(count('pending')).toBe(DELIVERIES);
		await dispatcher.stop();
		expect(count('succeeded')).toBe(DELIVERIES);
		expect(server.app.database.get('SELECT count(*) AS attempts FROM attempts')).toEqual({
			attempts: DELIVERIES,
		});
	});

	it('records nothing that was cleared before the turn was over', async () => {
		queue.wake();
		await answersArrive();
		queue.stop();
		await nextTurn();
		expect(server.app.database.get('SELECT count(*) AS attempts FROM attempts')).toEqual({ attempts: 0 });
	});

	it('sends the deliveries again a second later when their attempts cannot be recorded', async () => {
		const { database, clock } = server.app;
		const now = clock.now();
		jest.spyOn(clock, 'now').mockReturnValue(now);
		const failing = jest.spyOn(database, 'transaction').mockImplementationOnce(() => {
			throw new Error('database or disk is full');
		});
		const warn = jest.spyOn(server.app.log, 'warn').mockReturnValue(undefined);
		queue.wake();
		await answersArrive();
		await nextTurn();
		expect(warn.mock.calls).toEqual([[{ err: expect.any(Error) }, expect.stringContaining('recorded')]]);
		expect(dueTimes).toEqual([now + 1_000]);
		expect(count('pending')).toBe(DELIVERIES);

		failing.mockRestore();
		queue.wake();
		await answersArrive();
		await nextTurn();
		expect(count('succeeded')).toBe(DELIVERIES);
		expect(database.get('SELECT count(*) AS attempts FROM attempts')).toEqual({ attempts: DELIVERIES });
	});

	it.each(['listDue', 'findUrl'] as const)(
		'says in the log that %s failed, and sends a second later',
		async (name) => {
			const { clock, destinations, log, outbox } = server.app;
			const now = clock.now();
			jest.spyOn(clock, 'now').mockReturnValue(now);
			const warn = jest.spyOn(log, 'warn').mockReturnValue(undefined);
			const failing = () => {
				throw new Error('database disk image is malformed');
			};
			if (name === 'listDue') jest.spyOn(outbox, name).mockImplementationOnce(failing);
			else jest.spyOn(destinations, name).mockImplementationOnce(failing);
			queue.wake();
			await answersArrive();
			await nextTurn();
			expect(warn.mock.calls).toEqual([
				[{ err: expect.any(Error) }, expect.stringContaining('could not be sent')],
			]);
			expect(dueTimes).toEqual([now + 1_000]);
			queue.wake();
			await answersArrive();
			await nextTurn();
			expect(count('succeeded')).toBe(DELIVERIES);
		},
	);
});
