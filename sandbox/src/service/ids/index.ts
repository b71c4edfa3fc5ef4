import { createHash, randomBytes, randomUUID } from 'node:crypto';
import databasePart from '../database/index.ts';
import type { Settings } from '../database/settings.ts';
import { definePart } from '../plugin.ts';
import seedPart from '../seed/index.ts';

/**
 * Generates identifiers, secrets and chance: at random or, with a seed, from a repeatable sequence. Each kind has its
 * own sequence, so that one more message does not change the next key.
 */
export class Ids {
	readonly #seed: string | undefined;
	/** A prefix that gives further accounts other identifiers than the first. */
	readonly #others: string;
	#positions = new Map<string, number>();

	/**
	 * @param account the number of the account, from 1; no two accounts have an identifier in common
	 * @param seed gives the same identifiers each time; they are random when absent
	 */
	constructor(account: number, seed?: string) {
		this.#seed = seed;
		this.#others = account === 1 ? '' : ` of account ${account}`;
	}

	/** Generates a UUID (version 4). */
	uuid(kind: string): string {
		return this.#seed === undefined ? randomUUID() : formatUuid(this.#bytes(kind, 16), 4);
	}

	/** Returns the UUID (in version 5 form) that always belongs to `name` in this account. */
	named(name: string): string {
		const digest = createHash('sha256').update(`${name}${this.#others}`).digest();
		return formatUuid(digest.subarray(0, 16), 5);
	}

	/** Generates `count` bytes in lower-case hexadecimal. */
	hex(kind: string, count: number): string {
		return this.#bytes(kind, count).toString('hex');
	}

	/** Generates a random number from 0 to 1, exclusive. With a seed, its results repeat from run to run. */
	chance(kind: string): number {
		return this.#bytes(kind, 6).readUIntBE(0, 6) / 2 ** 48;
	}

	/** Generates a number from 0 to 1, exclusive, which with a seed is always the same for `name`. */
	chanceFor(name: string): number {
		if (this.#seed === undefined) return this.chance(name);
		const digest = createHash('sha512').update(`${this.#seed}${this.#others}\n${name}`).digest();
		return digest.readUIntBE(0, 6) / 2 ** 48;
	}

	/** Restarts the sequences. */
	restart(): void {
		this.#positions.clear();
	}

	/** The position of each sequence, for {@link resume}. */
	get positions(): Readonly<Record<string, number>> {
		return Object.fromEntries(this.#positions);
	}

	/** Sets the sequences to saved positions. */
	resume(positions: Readonly<Record<string, number>>): void {
		this.#positions = new Map(Object.entries(positions));
	}

	#bytes(kind: string, count: number): Buffer {
		if (this.#seed === undefined) return randomBytes(count);
		const position = (this.#positions.get(kind) ?? 0) + 1;
		this.#positions.set(kind, position);
		return createHash('sha512')
			.update(`${this.#seed}${this.#others}\n${kind}\n${position}`)
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

declare module 'fastify' {
	interface FastifyInstance {
		ids: Ids;
	}
}

/** The setting that counts the runs on a data folder. */
const RUNS_SETTING = 'own_runs';

/** Counts the runs on a data folder, so that a restart does not generate the same identifiers again. */
function nextRun(settings: Settings): string {
	const run = String(Number(settings.get(RUNS_SETTING) ?? 0) + 1);
	settings.set(RUNS_SETTING, run);
	return run;
}

/** Identifiers, either random or repeatable. */
export default definePart({
	dependencies: [databasePart, seedPart],
	provide: ({ config: { account, deterministic }, settings }) => ({
		ids: new Ids(account, deterministic ? `run ${nextRun(settings)}` : undefined),
	}),
	reset: ({ ids }) => ids.restart(),
});
