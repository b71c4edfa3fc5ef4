import { createHash, randomBytes } from 'node:crypto';

/**
 * Where identifiers and secrets come from: chance, or, with a seed, a sequence that is the same every time.
 * Each kind of thing has its own sequence, so that one more message does not change the next key.
 */
export class Ids {
	readonly #seed: string | undefined;
	/** Tells what is drawn for a further account from what is drawn for the first. */
	readonly #others: string;
	#drawn = new Map<string, number>();

	/**
	 * @param account which of the accounts, from 1: no two have an identifier in common
	 * @param seed the same seed gives the same identifiers; chance when absent
	 */
	constructor(account: number, seed?: string) {
		this.#seed = seed;
		this.#others = account === 1 ? '' : ` of account ${account}`;
	}

	/** A UUID (version 4). */
	uuid(kind: string): string {
		return formatUuid(this.#bytes(kind, 16), 4);
	}

	/** The UUID (version 5 form) that always belongs to `name` in this account. */
	named(name: string): string {
		const digest = createHash('sha256').update(`${name}${this.#others}`).digest();
		return formatUuid(digest.subarray(0, 16), 5);
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
		return createHash('sha512')
			.update(`${this.#seed}${this.#others}\n${kind}\n${draw}`)
			.digest()
			.subarray(0, count);
	}
}

function formatUuid(bytes: Buffer, version: number): string {
	const digits = Buffer.from(bytes);
	digits[6] = (digits.readUInt8(6) & 0x0f) | (version << 4);
	digits[8] = (digits.readUInt8(8) & 0x3f) | 0x80;
	return digits.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
