import { randomOf } from '../../../../support/random.ts';

/** A process, whose timers wait while it is frozen, and stop when it dies. */
export interface Owner {
	/** When it goes on, in virtual milliseconds since 1970; 0 if it was never frozen. */
	frozenUntil: number;
	isDead: boolean;
}

export const newOwner = (): Owner => ({ frozenUntil: 0, isDead: false });

interface Timer {
	at: number;
	owner: Owner | undefined;
	ring: () => void;
}

/** The most by which a timer is late, in milliseconds. */
const MOST_LATE_MS = 1;

/** Time that passes as fast as the machine can, in which everything happens in an order that a seed decides. */
export class VirtualTime {
	readonly random: () => number;
	#now = 1_700_000_000_000;
	/** A heap: none is earlier than the one at half its index. */
	readonly #timers: Timer[] = [];

	constructor(seed: number) {
		this.random = randomOf(seed);
	}

	/** The time, in virtual milliseconds since 1970. */
	get now(): number {
		return this.#now;
	}

	/** Waits, at most {@link MOST_LATE_MS} too long. */
	async wait(milliseconds: number, owner?: Owner): Promise<void> {
		const at = this.#now + milliseconds + MOST_LATE_MS * this.random();
		await new Promise<void>((ring) => this.#add({ at, owner, ring }));
	}

	/** Lets time pass until a condition holds. @throws if nothing is left that could happen. */
	async passUntil(isOver: () => boolean): Promise<void> {
		await settle();
		while (!isOver()) {
			const timer = this.#takeNext();
			if (timer === undefined) throw new Error('Nothing is left to happen.');
			this.#now = Math.max(this.#now, timer.at);
			const { owner } = timer;
			if (owner?.isDead) continue;
			if (owner && owner.frozenUntil > this.#now) {
				this.#add({ ...timer, at: owner.frozenUntil + MOST_LATE_MS * this.random() });
				continue;
			}
			timer.ring();
			await settle();
		}
	}

	#add(timer: Timer): void {
		const heap = this.#timers;
		let index = heap.push(timer) - 1;
		for (let parent = (index - 1) >> 1; index > 0 && timer.at < heap[parent]!.at; parent = (index - 1) >> 1) {
			heap[index] = heap[parent]!;
			heap[parent] = timer;
			index = parent;
		}
	}

	#takeNext(): Timer | undefined {
		const heap = this.#timers;
		const [first] = heap;
		const last = heap.pop();
		if (first === undefined || last === undefined || heap.length === 0) return first;
		let index = 0;
		heap[0] = last;
		for (;;) {
			const left = 2 * index + 1;
			if (left >= heap.length) return first;
			const child = left + 1 < heap.length && heap[left + 1]!.at < heap[left]!.at ? left + 1 : left;
			if (heap[child]!.at >= last.at) return first;
			heap[index] = heap[child]!;
			heap[child] = last;
			index = child;
		}
	}
}

/** Lets all that waits for a promise go on: Node runs ticks when no promise is left to settle. */
const settle = async (): Promise<void> => await new Promise((resolve) => process.nextTick(resolve));
