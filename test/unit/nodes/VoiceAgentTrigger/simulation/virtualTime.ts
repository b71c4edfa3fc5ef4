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
	/** The earliest first. */
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
			const timer = this.#timers.shift();
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

	/** Lets time pass until a promise is settled. @returns what it gives */
	async passUntilSettled<T>(promise: Promise<T>): Promise<T> {
		let isOver = false;
		const end = () => (isOver = true);
		promise.then(end, end);
		await this.passUntil(() => isOver);
		return await promise;
	}

	/** Lets so much time pass. */
	async pass(milliseconds: number): Promise<void> {
		await this.passUntilSettled(this.wait(milliseconds));
	}

	#add(timer: Timer): void {
		const later = this.#timers.findIndex(({ at }) => at > timer.at);
		this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
	}
}

/** Lets all that waits for a promise go on: Node runs ticks when no promise is left to settle. */
const settle = async (): Promise<void> => await new Promise((resolve) => process.nextTick(resolve));
