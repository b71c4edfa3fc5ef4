/**
 * Processes of n8n over one row of seen keys, in virtual time. All that happens follows from a seed: how many
 * processes there are, how slow they and the database are, which events come and how often, and what fails.
 */
import type { Clock } from '../../../../../nodes/VoiceAgentTrigger/clock';
import { NodeKeys } from '../../../../../nodes/VoiceAgentTrigger/nodeKeys';
import { SharedRow, type Lookup, type LookupFate } from './sharedRow.ts';
import { newOwner, VirtualTime, type Owner } from './virtualTime.ts';

/** What a trial consists of. Times are in milliseconds. */
export interface Scenario {
	/** In regular mode a single process takes all events in; in queue mode several run what others took in. */
	processes: number;
	events: number;
	/** The most copies of an event, itself included. */
	mostCopies: number;
	/** The time within which all events first arrive. */
	spreadMs: number;
	/** The longest time after which a copy follows. */
	copiesWithinMs: number;
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
	/** The number of times that a process freezes, as a busy one does. */
	freezes: number;
	/** The number of times that a process dies, and is started again. */
	crashes: number;
}

/** A copy of an event that reached a process. Times are in virtual milliseconds since 1970. */
export interface Arrival {
	event: string;
	owner: Owner;
	at: number;
	/** Infinity if its process died before. */
	decidedAt: number;
	/** Unsure is one that ran since n8n could not tell; undefined one whose process died before. */
	outcome: 'ran' | 'unsure' | 'dropped' | undefined;
}

/** All that a judge needs to know about a trial. */
export interface Trial {
	scenario: Scenario;
	arrivals: Arrival[];
	lookups: Lookup[];
}

/** The number of past events among which a repetition is found: more than there are. */
const WINDOW = 1_000;

/** A hanging look-up takes between these times, in milliseconds: n8n waits twenty seconds for it. */
const [LEAST_HANG_MS, MOST_HANG_MS] = [15_000, 35_000];

const pick = <T>(random: () => number, ...values: T[]): T =>
	values[Math.floor(random() * values.length)] as T;

/** Returns what a seed tries. */
export function drawScenario(random: () => number): Scenario {
	const isTroubled = random() < 0.5;
	const inTrouble = (...values: number[]): number => (isTroubled ? pick(random, ...values) : 0);
	return {
		processes: pick(random, 1, 2, 2, 2, 3, 3, 4),
		events: pick(random, 1, 2, 4, 8),
		mostCopies: pick(random, 2, 3, 4),
		spreadMs: pick(random, 0, 500, 5_000),
		copiesWithinMs: pick(random, 20, 300, 3_000, 12_000),
		usualMs: pick(random, 2, 30, 100),
		stallMs: pick(random, 200, 500, 1_000, 3_000, 8_000),
		stalls: pick(random, 0, 0.1, 0.5),
		failures: inTrouble(0, 0.02, 0.2),
		hangs: inTrouble(0, 0, 0.02),
		freezes: inTrouble(0, 1, 3),
		crashes: inTrouble(0, 0, 1, 2),
	};
}

/** One process of n8n, which begins anew after it has died. */
class SimulatedProcess {
	owner: Owner;
	#keys: NodeKeys;
	private readonly time: VirtualTime;
	private readonly row: SharedRow;
	private readonly scenario: Scenario;

	constructor(time: VirtualTime, row: SharedRow, scenario: Scenario) {
		this.time = time;
		this.row = row;
		this.scenario = scenario;
		[this.owner, this.#keys] = this.#start();
	}

	#start(): [Owner, NodeKeys] {
		const { time } = this;
		const owner = newOwner();
		const wait = async (milliseconds: number) => await time.wait(milliseconds, owner);
		const clock: Clock = { now: () => time.now, sleep: wait, quietPause: wait, random: time.random };
		return [owner, new NodeKeys(clock)];
	}

	/** Dies, and is up again at once: other processes take the events meanwhile in any case. */
	restart(): void {
		this.owner.isDead = true;
		[this.owner, this.#keys] = this.#start();
	}

	/** Decides about a copy of an event, as the trigger does. */
	async take(event: string): Promise<Arrival['outcome']> {
		const { owner, scenario } = this;
		if (scenario.processes === 1) this.#keys.noteArrival(event);
		const record = async (entries: string[], limit: number) => await this.#record(owner, entries, limit);
		return await this.#keys.isFirst(event, { window: WINDOW, record, isRetry: false }).then(
			(isFirst) => (isFirst ? 'ran' : 'dropped'),
			() => 'unsure',
		);
	}

	async #record(owner: Owner, entries: string[], limit: number): Promise<string[]> {
		const { time, row } = this;
		// The database goes on with what a process has asked before it died, unless that was still on its way.
		const survives = time.random() < 0.5;
		const database = {
			get now() {
				return time.now;
			},
			wait: async (milliseconds: number) => await time.wait(milliseconds, survives ? undefined : owner),
		};
		try {
			return await row.record(owner, entries, limit, this.#drawFate(), database);
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
	const processes = Array.from(
		{ length: scenario.processes },
		() => new SimulatedProcess(time, row, scenario),
	);
	const arrivals: Arrival[] = [];

	let planned = 0;
	const plan = (milliseconds: number, act: (process: SimulatedProcess) => void) => {
		const process = pick(random, ...processes);
		planned++;
		void time.wait(milliseconds).then(() => {
			planned--;
			act(process);
		});
	};
	const arrive = (event: string) => (process: SimulatedProcess) => {
		const { owner } = process;
		const arrival: Arrival = { event, owner, at: time.now, decidedAt: Infinity, outcome: undefined };
		arrivals.push(arrival);
		void process.take(event).then((outcome) => Object.assign(arrival, { outcome, decidedAt: time.now }));
	};
	for (let index = 0; index < scenario.events; index++) {
		const event = `e${index}`;
		const firstMs = scenario.spreadMs * random();
		plan(firstMs, arrive(event));
		const copies = Math.floor(random() * scenario.mostCopies);
		for (let copy = 0; copy < copies; copy++)
			plan(firstMs + scenario.copiesWithinMs * random(), arrive(event));
	}
	const lengthMs = scenario.spreadMs + scenario.copiesWithinMs;
	for (let freeze = 0; freeze < scenario.freezes; freeze++) {
		const freezeMs = scenario.stallMs * random();
		plan(lengthMs * random(), ({ owner }) => {
			owner.frozenUntil = time.now + freezeMs;
			owner.frozenMs = Math.max(owner.frozenMs, freezeMs);
		});
	}
	for (let crash = 0; crash < scenario.crashes; crash++) {
		plan(lengthMs * random(), (process) => process.restart());
	}
	const isOver = ({ outcome, owner }: Arrival) => outcome !== undefined || owner.isDead;
	await time.passUntil(() => planned === 0 && arrivals.every(isOver));
	return { scenario, arrivals, lookups: row.lookups };
}
