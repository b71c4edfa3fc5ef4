import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { printTable } from './table.ts';

/** Ratios by their names, with three significant digits. */
type Ratios = Record<string, number>;

const FILE = join(import.meta.dirname, 'last-release.json');
/** The share by which a ratio may be worse than at the last release, since machines and runs differ. */
const TOLERANCE = 0.15;

const read = (): Ratios => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Ratios) : {});

/**
 * Compares ratios with those of the last release; with
 * `node bench/run.ts SUBJECT --keep` they take their place.
 *
 * @param best which ratio is better: a higher or a lower one
 * @param ratios by names that no other benchmark uses; ends this program
 * with an error if one is more than 15 % worse
 * @throws Error if one is not a number, since nothing was measured then
 */
export function compareWithLastRelease(best: 'higher' | 'lower', ratios: Ratios): void {
	const rounded = Object.entries(ratios).map(([name, ratio]) => {
		if (!Number.isFinite(ratio)) throw new Error(`${name} was not measured: ${ratio}`);
		return [name, Number(ratio.toPrecision(3))] as const;
	});
	if (process.env.BENCH_KEEP) {
		const all = { ...read(), ...Object.fromEntries(rounded) };
		writeFileSync(FILE, `${JSON.stringify(all, Object.keys(all).sort(), 2)}\n`);
		return;
	}
	const last = read();
	const rows = rounded.map(([name, ratio]) => {
		const then = last[name] ?? NaN;
		const change = best === 'higher' ? then / ratio - 1 : ratio / then - 1;
		return { ratio: name, now: ratio, 'last release': then, 'worse by, %': change * 100 };
	});
	printTable(`Against the last release (the ${best}, the better)`, rows);
	// One that was not kept yet is no number, and passes.
	if (rows.some((row) => row['worse by, %'] > TOLERANCE * 100)) process.exitCode = 1;
}
