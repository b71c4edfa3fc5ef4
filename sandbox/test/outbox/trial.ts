import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiKey } from '../../../test/support/service-records.ts';
import { Sender } from '../../src/service/webhooks/dispatcher.ts';
import type { Arrival, Asked, History, Logged, Receiver } from './judge.ts';
import { MortalSandbox, type Moment } from './mortal-sandbox.ts';

/** The attempts that a delivery has at most. */
const TRIES = 3;
/** The bound of every wait before a retry. */
const LONGEST_WAIT_MS = 86_400_000;
const BUSINESS = '106540352242950';

/** What an event is about: a service number with a key of its own, or the chat app. */
export const LINES = ['+14155550181', '+14155550182', 'chat app'] as const;
export type Line = (typeof LINES)[number];

/** A sandbox that sends its webhooks to receivers in this process. After each step, all that is due is done. */
export class Trial {
	readonly #sandbox: MortalSandbox;
	/** What webhooks are answered: the first attempt at the first message with the first, and so on in a circle. */
	readonly #answers: readonly number[];
	readonly #receivers = new Map<Line, Receiver>();
	readonly #arrivals: Arrival[] = [];
	readonly #lost = new Map<string, number>();
	readonly #asked: Asked[] = [];
	readonly #network: jest.SpyInstance;
	private constructor(sandbox: MortalSandbox, answers: readonly number[]) {
		this.#sandbox = sandbox;
		this.#answers = answers;
		sandbox.onRevival = async () => await this.#noteLost();
		this.#network = jest
			.spyOn(Sender.prototype, 'send')
			.mockImplementation(async (...sent) => await this.#receive(...sent));
	}

	static async start(answers: readonly number[]): Promise<Trial> {
		const sandbox = await MortalSandbox.start({
			seed: 'bare',
			deterministic: true,
			deliveryTries: TRIES,
			deliveryBaseDelayMs: LONGEST_WAIT_MS,
			deliveryMaxDelayMs: LONGEST_WAIT_MS,
		});
		const self = new Trial(sandbox, answers);
		for (const line of LINES) {
			const webhook_url = `http://receiver.example/${encodeURIComponent(line)}`;
			if (line === 'chat app') {
				const account = { phone_number_id: BUSINESS, display_number: '+14155550189', webhook_url };
				await sandbox.call('POST', '/chatapp-accounts', account);
				self.#receivers.set(line, { name: line, secret: null });
			} else {
				await sandbox.call('POST', '/numbers', { phone_number: line });
				const settings = { name: line, phone_numbers: [line], webhook_url };
				const key = await sandbox.call<ApiKey>('POST', '/api-keys', settings);
				self.#receivers.set(line, { name: line, secret: key?.signing_secret ?? null });
			}
		}
		return self;
	}

	get deaths(): number {
		return this.#sandbox.deaths;
	}

	/** Makes a message arrive. */
	async publish(line: Line): Promise<void> {
		const text = `message ${this.#asked.length}`;
		const receiver = this.#receivers.get(line) as Receiver;
		const [event, to] =
			line === 'chat app' ? ['chatapp', { phone_number_id: BUSINESS }] : ['sms', { to_number: line }];
		const message = { ...to, body: text };
		const answer = await this.#sandbox.call<{ deliveries: Logged[] }>(
			'POST',
			`/events/${event}.received`,
			message,
		);
		this.#asked.push({ text, receiver, deliveries: answer?.deliveries.map(({ id }) => id) });
		await this.#settle();
	}

	/** Makes every retry due that waits now. */
	async passTime(): Promise<void> {
		await this.#sandbox.call('POST', '/clock', { advance_seconds: LONGEST_WAIT_MS / 1000 + 1 });
		await this.#settle();
	}

	/** Makes the sandbox die at one of the next commits. */
	dieAt(commits: number, moment: Moment): void {
		this.#sandbox.dieAt(commits, moment);
	}

	/** Stops it as an operator does, and starts it again. */
	async restart(): Promise<void> {
		await this.#sandbox.startAgain();
		await this.#settle();
	}

	/** Goes on until nothing is pending. */
	async finish(): Promise<History> {
		// A death may add an attempt, and no more than one is left to come.
		for (let attempt = 0; attempt <= TRIES + 1; attempt += 1) await this.passTime();
		const deliveries: Logged[] = [];
		for (const { id } of await this.#deliveries()) {
			deliveries.push(await this.#read<Logged>(`/deliveries/${id}`));
		}
		const { dead_letters: deadLetters } = await this.#read<{ dead_letters: History['deadLetters'] }>(
			'/dead-letters?limit=1000',
		);
		const [asked, arrivals, lost] = [this.#asked, this.#arrivals, this.#lost];
		return { tries: TRIES, asked, arrivals, lost, deliveries, deadLetters };
	}

	async end(): Promise<void> {
		await this.#sandbox.remove();
		this.#network.mockRestore();
	}

	/** Takes the place of the network: answers a webhook. */
	async #receive(url: string, body: string, signature: string | null): ReturnType<Sender['send']> {
		if (this.#sandbox.isDead) throw new Error('The dead send nothing.');
		const { id: eventId, data } = JSON.parse(body) as { id: string; data: { body: string } };
		const turn = Number(/\d+$/.exec(data.body)) + this.#countArrivals(eventId);
		const receiver = decodeURIComponent(new URL(url).pathname.slice(1));
		this.#arrivals.push({ eventId, receiver, body, signature });
		const status = this.#answers[turn % this.#answers.length];
		await nextTurn();
		const none = { http_status: null, response_headers: null, response_body: null, duration_ms: 1 };
		return status ? { ...none, http_status: status, error: null } : { ...none, error: 'No answer' };
	}

	#countArrivals(event: string): number {
		return this.#arrivals.filter(({ eventId }) => eventId === event).length;
	}

	async #deliveries(): Promise<Logged[]> {
		return (await this.#read<{ deliveries: Logged[] }>('/deliveries?limit=1000')).deliveries;
	}

	async #read<Body>(path: string): Promise<Body> {
		return (await this.#sandbox.call<Body>('GET', path)) as Body;
	}

	/** Lets the sandbox do all that is due; if it dies of that, or is dead, it is started again. */
	async #settle(): Promise<void> {
		for (;;) {
			if (!this.#sandbox.isDead) await this.#sandbox.call('POST', '/clock', { advance_seconds: 0 });
			if (!this.#sandbox.isDead) return;
			await this.#sandbox.startAgain();
		}
	}

	/** Notes what had arrived when the sandbox died, and was not recorded. */
	async #noteLost(): Promise<void> {
		for (const { event_id: id, attempt_count: recorded } of await this.#deliveries()) {
			this.#lost.set(id, this.#countArrivals(id) - recorded);
		}
	}
}
