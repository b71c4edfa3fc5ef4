/**
 * n8n in virtual time: processes that receive webhooks, a queue of executions, and workers over one row of seen keys.
 * All that happens follows from a seed: how many processes there are, how slow they and the database are, which events
 * come and how often, and what fails.
 */
import { ProcessedKeys } from '../../../../../nodes/service/processedKeys';
import { recordIfFirst } from '../../../../../nodes/VoiceAgentTrigger/seenEvents';
import { SharedRow, type LookupFate } from './sharedRow.ts';
import type { Arrival } from './judge.ts';
import { newOwner, VirtualTime, type Owner } from './virtualTime.ts';

/** What a trial consists of. Times are in milliseconds. */
export interface Scenario {
	/** The processes that receive webhooks; none if the only worker receives them, as in n8n's regular mode. */
	receivers: number;
	workers: number;
	/** The most executions that a worker runs at once, so that others wait in the queue. */
	atOnce: number;
	events: number;
	/** The most copies of an event, itself included. */
	mostCopies: number;
	/** The time within which all events first arrive. */
	spreadMs: number;
	/** The shortest and the longest time between two copies. */
	copiesAfterMs: readonly [number, number];
	/** The longest time from a worker's taking an execution to its trigger. */
	startMs: number;
	/** The longest time that an execution takes after its trigger. */
	runMs: number;
	/** The longest time that a look-up usually takes before the row is read, until it is written, and after. */
	usualMs: number;
	/** The longest time for which a look-up that stalls holds the row, and for which a process freezes. */
	stallMs: number;
	/** The share of look-ups that stall. */
	stalls: number;
	/** The share of look-ups that fail. */
	failures: number;
	/** The share of look-ups that hang, some for longer than events wait for them. */
	hangs: number;
	/** The number of times that a worker freezes, as a busy one does. */
	freezes: number;
	/** The number of times that a worker dies, and is started again. */
	crashes: number;
}

export interface Trial {
	scenario: Scenario;
	arrivals: Arrival[];
}

/** The number of past events among which a repetition is found: more than there are. */
const WINDOW = 1_000;

/** A hanging look-up takes between these times, in milliseconds: n8n waits twenty seconds for it. */
const [LEAST_HANG_MS, MOST_HANG_MS] = [15_000, 35_000];

const pick = <T>(random: () => number, ...values: T[]): T =>
	values[Math.floor(random() * values.length)] as T;

/**
 * Returns what a seed tries: events whose copies come a second or more apart, through one process, and no failure. How
 * long things take is what docs/trigger-reference.md promises for: up to 0.3 seconds from a worker's taking an event to its
 * look-up, 0.3 more for one look-up in ten, and 0.3 during which a worker does nothing at all.
 */
const drawScenario = (random: () => number): Scenario => ({
	receivers: 1,
	workers: pick(random, 2, 3, 4),
	atOnce: pick(random, 1, 2, 5),
	events: pick(random, 1, 4, 12, 40),
	mostCopies: pick(random, 2, 3, 4),
	spreadMs: pick(random, 0, 500, 5_000),
	copiesAfterMs: [1_000, pick(random, 1_500, 5_000, 20_000)],
	startMs: pick(random, 10, 100, 300),
	runMs: pick(random, 10, 100, 1_000),
	usualMs: pick(random, 2, 10, 30),
	stallMs: pick(random, 0, 100, 300),
	stalls: pick(random, 0, 0.02, 0.1),
	failures: 0,
	hangs: 0,
	freezes: pick(random, 0, 1, 3),
	crashes: 0,
});

/** What a worker takes from the queue. */
interface Job {
	event: string;
	isCopy: boolean;
	arrival: Arrival;
}

/** One process of n8n, which begins anew after it has died. */
class SimulatedProcess {
	owner: Owner = newOwner();
	keys: ProcessedKeys;
	received = new Set<string>();
	running = 0;
	private readonly time: VirtualTime;
	private readonly row: SharedRow;
	private readonly scenario: Scenario;

	constructor(time: VirtualTime, row: SharedRow, scenario: Scenario) {
		this.time = time;
		this.row = row;
		this.scenario = scenario;
		this.keys = this.#start();
	}

	#start(): ProcessedKeys {
		const { time, owner } = this;
		return new ProcessedKeys(async (milliseconds) => await time.wait(milliseconds, owner));
	}

	/** Receives an event. @returns true for a copy of one that came before. */
	receive(event: string): boolean {
		const isCopy = this.received.has(event);
		this.received.add(event);
		return isCopy;
	}

	/** Dies, and is up again at once: other processes take the events meanwhile in any case. */
	restart(): void {
		this.owner.isDead = true;
		this.owner = newOwner();
		this.keys = this.#start();
		this.received = new Set();
		this.running = 0;
	}

	/** Runs the execution of a copy: the trigger decides if the rest of the workflow runs. */
	async run({ event, isCopy, arrival }: Job): Promise<void> {
		const { owner, keys, received, time, scenario } = this;
		await time.wait(scenario.startMs * time.random(), owner);
		const write = async (keys: string[]) => await this.#record(owner, keys);
		const row = { size: WINDOW, isOnlyProcess: received.has(event), write };
		const sleep = async (milliseconds: number) => await time.wait(milliseconds, owner);
		arrival.outcome = await recordIfFirst(event, { isCopy, keys, row, sleep }).then(
			(isFirst) => (isFirst ? 'ran' : 'dropped'),
			() => 'unsure',
		);
		if (arrival.outcome !== 'dropped') await time.wait(scenario.runMs * time.random(), owner);
	}

	async #record(owner: Owner, keys: string[]): Promise<string[]> {
		const { time, row } = this;
		// The database goes on with what a process has asked before it died, unless that was still on its way.
		const survives = time.random() < 0.5;
		const wait = async (milliseconds: number) => await time.wait(milliseconds, survives ? undefined : owner);
		try {
			return await row.record(keys, WINDOW, this.#drawFate(), wait);
		} finally {
			// The answer reaches only a process that goes on.
			await time.wait(0, owner);
		}
	}

	#drawFate(): LookupFate {
		const { random } = this.time;
		const { usualMs, stallMs, stalls, failures, hangs } = this.scenario;
		const usual = () => usualMs * random() ** 2;
		const within = random() < stalls ? stallMs * random() : usual();
		const hang = random() < hangs ? LEAST_HANG_MS + (MOST_HANG_MS - LEAST_HANG_MS) * random() : 0;
		return {
			beforeMs: usual(),
			withinMs: within + hang,
			afterMs: usual(),
			fails: random() < failures ? pick(random, 'before', 'unwritten', 'after') : undefined,
		};
	}
}

/**
 * Runs the trial of a seed until every copy of every event has run or was dropped, or its process has died.
 * @param fixed What is not left to the seed.
 */
export async function simulate(seed: number, fixed: Partial<Scenario> = {}): Promise<Trial> {
	const time = new VirtualTime(seed);
	const { random } = time;
	const scenario = { ...drawScenario(random), ...fixed };
	const row = new SharedRow();
	const start = (count: number) =>
		Array.from({ length: count }, () => new SimulatedProcess(time, row, scenario));
	const workers = start(scenario.workers);
	const receivers = scenario.receivers > 0 ? start(scenario.receivers) : workers;
	const arrivals: Arrival[] = [];
	const queue: Job[] = [];

	/** Hands the oldest executions of the queue to the workers that have room for them. */
	const handOut = (): void => {
		for (;;) {
			const free = workers.filter(({ running }) => running < scenario.atOnce);
			const job = free.length > 0 ? queue.shift() : undefined;
			if (!job) return;
			const worker = pick(random, ...free);
			const { owner } = worker;
			worker.running++;
			const end = () => {
				if (owner.isDead) return;
				worker.running--;
				handOut();
			};
			diesWith.set(job.arrival, owner);
			void worker.run(job).then(end);
		}
	};
	const diesWith = new Map<Arrival, Owner>();
	let planned = 0;
	const plan = (milliseconds: number, act: () => void) => {
		planned++;
		void time.wait(milliseconds).then(() => {
			planned--;
			act();
		});
	};
	const arrive = (event: string) => () => {
		const arrival: Arrival = { event, outcome: undefined };
		arrivals.push(arrival);
		queue.push({ event, isCopy: pick(random, ...receivers).receive(event), arrival });
		handOut();
	};
	let lengthMs = scenario.spreadMs;
	for (let index = 0; index < scenario.events; index++) {
		let at = scenario.spreadMs * random();
		plan(at, arrive(`e${index}`));
		const copies = Math.floor(random() * scenario.mostCopies);
		for (let copy = 0; copy < copies; copy++) {
			const [least, most] = scenario.copiesAfterMs;
			at += least + (most - least) * random();
			lengthMs = Math.max(lengthMs, at);
			plan(at, arrive(`e${index}`));
		}
	}
	for (let freeze = 0; freeze < scenario.freezes; freeze++) {
		const freezeMs = scenario.stallMs * random();
		plan(lengthMs * random(), () => (pick(random, ...workers).owner.frozenUntil = time.now + freezeMs));
	}
	for (let crash = 0; crash < scenario.crashes; crash++) {
		plan(lengthMs * random(), () => {
			pick(random, ...workers).restart();
			handOut();
		});
	}
	const isOver = (arrival: Arrival) =>
		arrival.outcome !== undefined || diesWith.get(arrival)?.isDead === true;
	await time.passUntil(() => planned === 0 && arrivals.every(isOver));
	return { scenario, arrivals };
}
