import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey } from '../../../test/support/service-records.ts';
import { HeldReceiver, type Arrival, type Outcome } from './held-receiver.ts';
import { destinationOf, type Asked, type DeadLetter, type History, type Logged } from './history.ts';
import { MortalSandbox, type Moment } from './mortal-sandbox.ts';

/** The attempts that a delivery has at most. */
const TRIES = 3;
/** The bound of every wait before a retry, and with a second more what makes all retries due. */
const LONGEST_WAIT_MS = 86_400_000;
const ALL_DUE_SECONDS = LONGEST_WAIT_MS / 1000 + 1;
/** Nothing is answered in time then. */
const SILENT_TIMEOUT_MS = 20;
/** For what a busy machine may take. */
const SETTLE_MS = 20_000;
const BUSINESS = '106540352242950';

/** What an event is about: a service number with a key of its own, or the chat app. */
export const LINES = ['+14155550181', '+14155550182', 'chat app'] as const;
export type Line = (typeof LINES)[number];

/** The receiver of a line's events: an API key or the chat-app account. */
interface Subscriber {
	readonly id: string;
	hasUrl: boolean;
	secret: string | null;
}

/**
 * A sandbox whose webhooks a receiver holds, step by step: after each step everything that is due is on its
 * way, and nothing else, so that what follows is decided by the next step and not by the machine.
 */
export class Trial {
	readonly #sandbox: MortalSandbox;
	readonly #receiver: HeldReceiver;
	readonly #subscribers = new Map<Line, Subscriber>();
	readonly #asked: Asked[] = [];
	readonly #replayed: Array<{ original: string; replay: string }> = [];
	readonly #givenUp: Array<{ destination: string; reason: string }> = [];
	#apiKey = '';
	#urls = 0;
	/** The number of deaths so far. */
	deaths = 0;

	private constructor(sandbox: MortalSandbox, receiver: HeldReceiver) {
		this.#sandbox = sandbox;
		this.#receiver = receiver;
	}

	static async start(): Promise<Trial> {
		const sender: { sandbox?: MortalSandbox } = {};
		const receiver = await HeldReceiver.start(() => sender.sandbox?.isDead === true);
		const config = {
			seed: 'bare',
			deterministic: true,
			deliveryTries: TRIES,
			deliveryTimeoutMs: 600_000,
			deliveryBaseDelayMs: LONGEST_WAIT_MS,
			deliveryMaxDelayMs: LONGEST_WAIT_MS,
		} as const;
		const sandbox = await MortalSandbox.start(config, () => receiver.lose());
		sender.sandbox = sandbox;
		const self = new Trial(sandbox, receiver);
		const { key } = await self.#require<ApiKey>('POST', '/api-keys', { name: 'for calls' });
		self.#apiKey = key;
		for (const number of LINES.slice(0, 2)) {
			await self.#require('POST', '/numbers', { phone_number: number });
		}
		await self.#require('POST', '/chatapp-accounts', {
			phone_number_id: BUSINESS,
			display_number: '+14155550189',
		});
		for (const line of LINES) await self.subscribe(line);
		return self;
	}

	/** The number of requests that wait for an answer. */
	get open(): number {
		return this.#receiver.open.length;
	}

	/** Tells if the events of a line have a receiver. */
	hasReceiver(line: Line): boolean {
		return this.#subscribers.get(line)?.hasUrl === true;
	}

	/** Gives a line a receiver at a new address: the one that it has, if there is one. */
	async subscribe(line: Line): Promise<void> {
		if (line === 'chat app') {
			const accounts = await this.#list<{ id: string }>('chatapp_accounts', '/chatapp-accounts');
			const id = accounts[0]?.id ?? '';
			await this.#call('PATCH', `/chatapp-accounts/${id}`, { webhook_url: this.#newUrl(id) });
		} else {
			const name = { name: line, phone_numbers: [line] };
			const id = this.#subscribers.get(line)?.id ?? (await this.#call<ApiKey>('POST', '/api-keys', name))?.id;
			if (id !== undefined) await this.#call('PATCH', `/api-keys/${id}`, { webhook_url: this.#newUrl(id) });
		}
		await this.#settle();
	}

	/** Takes the receiver of a line away. */
	async unsubscribe(line: Line, how: 'clear the URL' | 'revoke the key'): Promise<void> {
		const subscriber = this.#subscribers.get(line);
		if (subscriber === undefined) return;
		const { id } = subscriber;
		const reason = how === 'clear the URL' ? 'webhook_url_cleared' : 'api_key_revoked';
		if (line === 'chat app') {
			this.#givenUp.push({ destination: id, reason: 'webhook_url_cleared' });
			await this.#call('PATCH', `/chatapp-accounts/${id}`, { webhook_url: null });
		} else {
			this.#givenUp.push({ destination: id, reason });
			if (how === 'clear the URL') await this.#call('PATCH', `/api-keys/${id}`, { webhook_url: null });
			else await this.#call('DELETE', `/api-keys/${id}`);
		}
		if (!this.#sandbox.isDead) {
			for (const arrival of this.#receiver.open) {
				if (arrival.destination === id) arrival.isGivenUp = true;
			}
		}
		await this.#settle();
	}

	/** Makes a message arrive. */
	async publish(line: Line): Promise<void> {
		const text = `message ${this.#asked.length + 1}`;
		const subscriber = this.#subscribers.get(line);
		const receivers = new Map(subscriber?.hasUrl ? [[subscriber.id, subscriber.secret]] : []);
		const [event, to] =
			line === 'chat app' ? ['chatapp', { phone_number_id: BUSINESS }] : ['sms', { to_number: line }];
		const answer = await this.#call<{ deliveries: Logged[] }>('POST', `/events/${event}.received`, {
			...to,
			body: text,
		});
		this.#asked.push({ text, receivers, deliveries: answer?.deliveries.map(({ id }) => id) });
		await this.#settle();
	}

	/** Answers one of the open requests. */
	async answer(which: number, outcome: Outcome): Promise<void> {
		const { open } = this.#receiver;
		const arrival = open[which % open.length];
		if (arrival === undefined) return;
		const before = await this.#countAttempts(arrival);
		arrival.fate = 'answered';
		this.#receiver.answer(arrival, outcome);
		await this.#until(async () => this.#sandbox.isDead || (await this.#countAttempts(arrival)) > before);
		if (this.#sandbox.isDead) {
			await this.#revive();
			if ((await this.#countAttempts(arrival)) === before) arrival.fate = 'lost';
		}
		await this.#settle();
	}

	/** Makes every retry due. */
	async passTime(): Promise<void> {
		await this.#call('POST', '/clock', { advance_seconds: ALL_DUE_SECONDS });
		await this.#settle();
	}

	/** Replays a delivery or a dead letter, by the control API or as a client of the service. */
	async replay(which: number, by: 'delivery' | 'dead letter' | 'client'): Promise<void> {
		const deliveries = await this.#deliveries();
		const candidates = deliveries.filter((one) => this.#isReplayable(one, by));
		const delivery = candidates[which % candidates.length];
		if (delivery === undefined) return;
		let id: string | undefined;
		if (by === 'client') {
			const body = { delivery_id: delivery.id };
			id = (await this.#call<{ delivery_id: string }>('POST', '/replay-webhook-delivery', body, true))
				?.delivery_id;
		} else {
			const letters = by === 'dead letter' ? await this.#deadLetters() : [];
			const letter = letters.find((one) => one.delivery.id === delivery.id);
			id = (await this.#call<Logged>('POST', `/deliveries/${letter?.id ?? delivery.id}/replay`))?.id;
		}
		if (id !== undefined) this.#replayed.push({ original: delivery.id, replay: id });
		await this.#settle();
	}

	/** Replays every delivery that has succeeded, as a client does after an outage of its own. */
	async replayWindow(): Promise<void> {
		const window = {
			event_type: 'sms.received',
			start_time: '2000-01-01T00:00:00Z',
			end_time: '9000-01-01T00:00:00Z',
		};
		await this.#call('POST', '/replay-webhook-delivery', window, true);
		await this.#settle();
	}

	/** Replays the dead letters that were not replayed yet. */
	async replayDeadLetters(): Promise<void> {
		await this.#call('POST', '/dead-letters/replay', {});
		await this.#settle();
	}

	/** Makes the sandbox die at one of the next commits. */
	dieAt(commits: number, moment: Moment): void {
		this.#sandbox.dieAt(commits, moment);
	}

	/** Lets it die while it waits for answers. */
	async die(): Promise<void> {
		this.#sandbox.die();
		await this.#settle();
	}

	/** Stops it as an operator does, and starts it again. */
	async restart(): Promise<void> {
		await this.#sandbox.startAgain();
		await this.#settle();
	}

	/** Lets every request that is due take longer than the sandbox waits. */
	async timeOut(): Promise<void> {
		this.#receiver.ignoresNextSender = true;
		await this.#sandbox.startAgain({ deliveryTimeoutMs: SILENT_TIMEOUT_MS });
		await this.#until(async () => this.#sandbox.isDead || (await this.#due()).length === 0);
		if (this.#sandbox.isDead) this.deaths += 1;
		this.#receiver.ignoresNextSender = false;
		await this.#sandbox.startAgain();
		await this.#settle();
	}

	/** Goes on until nothing is pending, answering alike. */
	async finish(outcome: Outcome): Promise<History> {
		// A death may add an attempt, and no more than one is left to come.
		for (let attempt = 0; attempt <= TRIES + 1; attempt += 1) {
			while (this.open > 0) await this.answer(0, outcome);
			if ((await this.#pending()).length === 0) break;
			await this.passTime();
		}
		const details: Logged[] = [];
		for (const { id } of await this.#deliveries()) {
			details.push(await this.#require<Logged>('GET', `/deliveries/${id}`));
		}
		return {
			tries: TRIES,
			asked: this.#asked,
			replayed: this.#replayed,
			givenUp: this.#givenUp,
			arrivals: this.#receiver.arrivals,
			deliveries: details,
			deadLetters: await this.#deadLetters(),
		};
	}

	async end(): Promise<void> {
		await this.#sandbox.remove();
		await this.#receiver.stop();
	}

	#newUrl(destination: string): string {
		this.#urls += 1;
		return `${this.#receiver.url}/${destination}/${this.#urls}`;
	}

	/** Starts the sandbox again if it is dead, and waits until all that is due, and nothing else, is on its way. */
	async #settle(): Promise<void> {
		let due = '';
		let open = '';
		const isSettled = async () => {
			if (this.#sandbox.isDead) await this.#revive();
			due = describe((await this.#due()).map((one) => `${one.event_id} to ${destinationOf(one)}`));
			open = describe(
				this.#receiver.open
					.filter(({ isGivenUp }) => !isGivenUp)
					.map((one) => `${one.eventId} to ${one.destination}`),
			);
			return due === open && !this.#sandbox.isDead;
		};
		await this.#until(isSettled).catch(() => {
			throw new Error(`Due:\n${due}\nOn their way:\n${open}`);
		});
		await this.#readSubscribers();
	}

	async #revive(): Promise<void> {
		this.deaths += 1;
		await this.#sandbox.startAgain();
	}

	async #until(holds: () => Promise<boolean>): Promise<void> {
		for (const end = Date.now() + SETTLE_MS; !(await holds()); await delay(1)) {
			if (Date.now() > end) throw new Error('It did not come to that.');
		}
	}

	/** Reads who receives what: a change may have been lost. */
	async #readSubscribers(): Promise<void> {
		this.#subscribers.clear();
		for (const key of await this.#list<ApiKey>('api_keys', '/api-keys')) {
			const line = LINES.find((one) => key.phone_numbers.includes(one));
			if (line === undefined || key.revoked_at !== null) continue;
			const { id, webhook_url: url, signing_secret: secret } = key;
			this.#subscribers.set(line, { id, hasUrl: url !== null, secret });
		}
		const accounts = await this.#list<{ id: string; webhook_url: string | null }>(
			'chatapp_accounts',
			'/chatapp-accounts',
		);
		for (const { id, webhook_url: url } of accounts) {
			this.#subscribers.set('chat app', { id, hasUrl: url !== null, secret: null });
		}
	}

	#isReplayable(delivery: Logged, by: 'delivery' | 'dead letter' | 'client'): boolean {
		if (delivery.status === 'pending') return false;
		if (by === 'dead letter' && delivery.status !== 'dead_lettered') return false;
		if (by === 'client' && delivery.api_key_id === null) return false;
		return [...this.#subscribers.values()].some(({ id, hasUrl }) => hasUrl && id === destinationOf(delivery));
	}

	/** The deliveries that are to be attempted now. */
	async #due(): Promise<Logged[]> {
		const { now } = await this.#require<{ now: string }>('GET', '/clock');
		return (await this.#pending()).filter(({ next_attempt_at: at }) => at !== null && at <= now);
	}

	async #pending(): Promise<Logged[]> {
		return (await this.#deliveries()).filter(({ status }) => status === 'pending');
	}

	async #countAttempts({ eventId, destination }: Arrival): Promise<number> {
		return (await this.#deliveries())
			.filter((one) => one.event_id === eventId && destinationOf(one) === destination)
			.reduce((sum, { attempt_count: count }) => sum + count, 0);
	}

	/** The oldest first. */
	async #deliveries(): Promise<Logged[]> {
		return (await this.#list<Logged>('deliveries', '/deliveries?limit=1000')).reverse();
	}

	async #deadLetters(): Promise<DeadLetter[]> {
		return await this.#list<DeadLetter>('dead_letters', '/dead-letters?limit=1000');
	}

	async #list<Item>(field: string, path: string): Promise<Item[]> {
		return (await this.#require<Record<string, Item[]>>('GET', path))[field] ?? [];
	}

	/** Calls the control API, or the service as a client; undefined if the sandbox died. */
	async #call<Body>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		body?: object,
		asClient = false,
	): Promise<Body | undefined> {
		return await this.#sandbox.call<Body>(method, path, body, asClient ? this.#apiKey : undefined);
	}

	/** Calls one that is alive, or is started again for it. */
	async #require<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
		for (;;) {
			const answer = await this.#call<Body>(method, path, body);
			if (answer !== undefined) return answer;
			await this.#revive();
		}
	}
}

const describe = (all: string[]): string => all.sort().join('\n');
