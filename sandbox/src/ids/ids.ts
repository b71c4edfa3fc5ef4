import { createHash, randomBytes } from 'node:crypto';

/**
 * Where identifiers and secrets come from: chance, or, with a seed, a sequence that is the same every time.
 * Each kind of thing has its own sequence, so that one more message does not change the next key.
 */
export class Ids {
	readonly #seed: string | undefined;
	#drawn = new Map<string, number>();

	/** @param seed the same seed gives the same identifiers; chance when absent */
	constructor(seed?: string) {
		this.#seed = seed;
	}

	/** A UUID (version 4). */
	uuid(kind: string): string {
		return formatUuid(this.#bytes(kind, 16), 4);
	}

	/** `count` random bytes in lower-case hexadecimal. */
	hex(kind: string, count: number): string {
		return this.#bytes(kind, count).toString('hex');
	}

	/** Starts the sequences again. */
	restart(): void {
		this.#drawn.clear();
	}

	/** How far each sequence has come, for {@link resume}. */
	get drawn(): Readonly<Record<string, number>> {
		return Object.fromEntries(this.#drawn);
	}

	/** Goes on where the sequences once were. */
	resume(drawn: Readonly<Record<string, number>>): void {
		this.#drawn = new Map(Object.entries(drawn));
	}

	#bytes(kind: string, count: number): Buffer {
		if (this.#seed === undefined) return randomBytes(count);
		const draw = (this.#drawn.get(kind) ?? 0) + 1;
		this.#drawn.set(kind, draw);
		return createHash('sha512').update(`${this.#seed}\n${kind}\n${draw}`).digest().subarray(0, count);
	}
}

/** The UUID (version 5 form) that always belongs to `name`. */
export function namedUuid(name: string): string {
	return formatUuid(createHash('sha256').update(name).digest().subarray(0, 16), 5);
}

function formatUuid(bytes: Buffer, version: number): string {
	const digits = Buffer.from(bytes);
	digits[6] = (digits.readUInt8(6) & 0x0f) | (version << 4);
	digits[8] = (digits.readUInt8(8) & 0x3f) | 0x80;
	return digits.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
