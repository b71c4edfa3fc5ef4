/**
 * People who write several messages in a row, and the executions of the trigger that share them, in virtual time: a queue,
 * workers over one row of keys, and a list of messages. All that happens follows from a seed.
 */
import { ProcessedKeys } from '../../../../../nodes/service/processedKeys';
import { takeBurst, toTakenKey } from '../../../../../nodes/VoiceAgentTrigger/takeBurst';
import type { BurstMessage } from '../../../../../nodes/messages/burst';
import { SharedRow, type LookupFate } from './sharedRow.ts';
import { newOwner, VirtualTime, type Owner } from './virtualTime.ts';

/** What a trial consists of. Times are in milliseconds. */
export interface BurstScenario {
	people: number;
	/** The most messages that a person writes in a row. */
	mostMessages: number;
	pauseMs: number;
	/** The longest time between two messages of a person. */
	longestGapMs: number;
	workers: number;
	/** The most executions that a worker runs at once. */
	atOnce: number;
	/** The share of messages for which no event comes: copies, and those that came while n8n was down or unpublished. */
	withoutEvent: number;
	/** The longest time from a message to its execution, so that executions come out of order. */
	eventMs: number;
	/** The longest time that the list usually takes to answer. */
	listMs: number;
	/** The share of readings of the list that fail; their executions fail, and a person retries them. */
	listFailures: number;
	/** The longest time that a look-up usually takes before the row is read, until it is written, and after. */
	usualMs: number;
	/** The share of look-ups that stall, and the longest time for which they hold the row. */
	stalls: number;
	stallMs: number;
	/** The number of times that a worker dies and is started again. A person retries what it ran. */
	crashes: number;
	/** The share of messages that a question of Send and Wait takes. */
	answers: number;
	/** True if the service gives times in whole seconds. */
	wholeSeconds: boolean;
}

/** A message, and the number of items that it was in. */
export interface FateOfMessage {
	id: string;
	items: number;
	/** True if a question took it. */
	isAnswer: boolean;
	/** True if some message of its burst has an execution. */
	isExpected: boolean;
}

const ROW_SIZE = 2_000;

const pick = <T>(random: () => number, ...values: T[]): T =>
	values[Math.floor(random() * values.length)] as T;

const drawScenario = (random: () => number): BurstScenario => {
	const pauseMs = pick(random, 1_000, 5_000, 10_000);
	return {
		people: pick(random, 1, 3, 10, 40),
		mostMessages: 12,
		pauseMs,
		longestGapMs: pick(random, 0.3, 0.8, 1.5) * pauseMs,
		workers: pick(random, 2, 3),
		atOnce: pick(random, 5, 20, 100),
		withoutEvent: pick(random, 0, 0.1, 0.5),
		eventMs: pick(random, 50, 300, 3_000),
		listMs: pick(random, 20, 300, 2_000),
		listFailures: pick(random, 0, 0.1),
		usualMs: pick(random, 2, 10, 30),
		stalls: pick(random, 0, 0.02),
		stallMs: pick(random, 0, 100),
		crashes: 0,
		answers: pick(random, 0, 0.1),
		wholeSeconds: pick(random, true, false),
	};
};

interface Written extends BurstMessage {
	id: string;
	at: number;
	person: number;
	/** When it was written in truth. */
	writtenAt: number;
	isAnswer: boolean;
}

/** What a worker takes from the queue: the execution of a message, or one that records what a question has taken. */
interface Job {
	message: Written;
	isRetry: boolean;
}

class Worker {
	owner: Owner = newOwner();
	running = new Set<Job>();
	keys: ProcessedKeys;
	private readonly time: VirtualTime;

	constructor(time: VirtualTime) {
		this.time = time;
		this.keys = this.#start();
	}

	#start(): ProcessedKeys {
		const { time, owner } = this;
		return new ProcessedKeys(async (milliseconds) => await time.wait(milliseconds, owner));
	}

	/** Dies, and is up again at once. @returns what it ran */
	restart(): Job[] {
		const lost = [...this.running];
		this.owner.isDead = true;
		this.owner = newOwner();
		this.running = new Set();
		this.keys = this.#start();
		return lost;
	}
}

/** Runs the trial of a seed until all executions have ended. @param fixed What is not left to the seed. */
export async function simulateBursts(
	seed: number,
	fixed: Partial<BurstScenario> = {},
): Promise<{ scenario: BurstScenario; fates: FateOfMessage[] }> {
	const time = new VirtualTime(seed);
	const { random } = time;
	const scenario = { ...drawScenario(random), ...fixed };
	const { pauseMs } = scenario;
	const row = new SharedRow();
	const workers = Array.from({ length: scenario.workers }, () => new Worker(time));
	const queue: Job[] = [];
	const listed: Written[] = [];
	const items = new Map<string, number>();
	let open = 0;

	const drawFate = (): LookupFate => {
		const usual = () => scenario.usualMs * random() ** 2;
		const withinMs = random() < scenario.stalls ? scenario.stallMs * random() : usual();
		return { beforeMs: usual(), withinMs, afterMs: usual(), fails: undefined };
	};

	/** Runs the execution of a message on a worker. */
	const run = async ({ owner, keys }: Worker, { message, isRetry }: Job): Promise<'ended' | 'failed'> => {
		const write = async (all: string[]) => {
			const fresh = await row.record(all, ROW_SIZE, drawFate(), async (ms) => await time.wait(ms));
			await time.wait(0, owner);
			return fresh;
		};
		const isOnlyProcess = workers.length === 1;
		const record = async (all: string[]) => await keys.record(all, { size: ROW_SIZE, isOnlyProcess, write });
		if (message.isAnswer) {
			await keys
				.recordInAnyCase(toTakenKey(message.id), { size: ROW_SIZE, isOnlyProcess, write })
				.catch(() => []);
			return 'ended';
		}
		const fetch = async () => {
			await time.wait(scenario.listMs * random() ** 2, owner);
			const messages = listed.filter(({ person }) => person === message.person);
			const { now } = time;
			await time.wait(scenario.listMs * random() ** 2, owner);
			if (random() < scenario.listFailures) throw new Error('no list');
			return { messages, now };
		};
		const sleep = async (milliseconds: number) => await time.wait(milliseconds, owner);
		try {
			const burst = await takeBurst(
				{ id: message.id, isOptOut: false, pauseMs, isRetry },
				{ isOnlyProcess, clock: () => time.now, sleep, fetch, record },
			);
			// The rest of the workflow. If the worker dies meanwhile, a person runs all of it again.
			await time.wait(500 * random(), owner);
			for (const { id } of burst ?? []) items.set(id, (items.get(id) ?? 0) + 1);
			return 'ended';
		} catch {
			return 'failed';
		}
	};

	/** Hands the oldest executions of the queue to the workers that have room for them. */
	const handOut = (): void => {
		for (;;) {
			const free = workers.filter(({ running }) => running.size < scenario.atOnce);
			const job = free.length > 0 ? queue.shift() : undefined;
			if (!job) return;
			const worker = pick(random, ...free);
			const { owner, running } = worker;
			running.add(job);
			void run(worker, job).then((end) => {
				if (owner.isDead) return;
				running.delete(job);
				open--;
				if (end === 'failed') later(60_000, () => enqueue({ ...job, isRetry: true }));
				handOut();
			});
		}
	};
	const enqueue = (job: Job) => {
		open++;
		queue.push(job);
		handOut();
	};
	let planned = 0;
	const later = (milliseconds: number, act: () => void) => {
		planned++;
		void time.wait(milliseconds).then(() => {
			planned--;
			act();
		});
	};

	const all: Array<Written & { hasEvent: boolean }> = [];
	for (let person = 0; person < scenario.people; person++) {
		let writtenAt = 10_000 * random();
		const count = 1 + Math.floor(random() * scenario.mostMessages);
		for (let index = 0; index < count; index++) {
			const at = time.now + writtenAt;
			const rounded = scenario.wholeSeconds ? Math.floor(at / 1_000) * 1_000 : at;
			const isAnswer = random() < scenario.answers;
			const message = {
				id: `${person}-${String(index).padStart(2, '0')}`,
				at: rounded,
				latestAt: rounded + (scenario.wholeSeconds ? 999 : 0),
				direction: 'inbound' as const,
				optOut: undefined,
				person,
				writtenAt: at,
				isAnswer,
				hasEvent: isAnswer || random() >= scenario.withoutEvent,
			};
			all.push(message);
			later(writtenAt, () => {
				listed.push(message);
				// A process that runs all by itself knows at once what a question has taken.
				if (isAnswer && workers.length === 1)
					for (const { keys } of workers) keys.remember([toTakenKey(message.id)]);
				const eventMs = isAnswer ? 50 : scenario.eventMs;
				if (message.hasEvent) later(eventMs * random(), () => enqueue({ message, isRetry: false }));
			});
			writtenAt += random() < 0.1 ? 0 : scenario.longestGapMs * random();
		}
	}
	for (let crash = 0; crash < scenario.crashes; crash++) {
		later(40_000 * random(), () => {
			for (const job of pick(random, ...workers).restart()) {
				open--;
				later(30_000, () => enqueue({ ...job, isRetry: true }));
			}
			handOut();
		});
	}
	await time.passUntil(() => planned === 0 && open === 0);
	const fates = splitIntoBursts(all, pauseMs).flatMap((burst) => {
		const isExpected = burst.some(({ hasEvent, isAnswer }) => hasEvent && !isAnswer);
		return burst.map(({ id, isAnswer }) => ({ id, items: items.get(id) ?? 0, isAnswer, isExpected }));
	});
	return { scenario, fates };
}

/** Splits messages at each pause. They are in order, those of one person after those of another. */
function splitIntoBursts<T extends Written>(messages: T[], pauseMs: number): T[][] {
	const bursts: T[][] = [];
	for (const message of messages) {
		const before = bursts.at(-1)?.at(-1);
		if (before?.person === message.person && message.at - before.at < pauseMs) bursts.at(-1)?.push(message);
		else bursts.push([message]);
	}
	return bursts;
}
