import type { Outcome } from './outcome.ts';
import type { Part } from './parts.ts';

/**
 * Runs parts side by side, as many as there are lanes for, each when all that it needs has passed. A part that lacks
 * something is not run and counts as failed.
 *
 * @param run what came of a part, in one row or several
 * @returns the rows, in the order of the parts
 */
export const schedule = async (
	parts: Part[],
	lanes: number,
	run: (part: Part) => Promise<Outcome[]>,
	skipped: (part: Part, lacking: string) => void,
): Promise<Outcome[]> => {
	const outcomes = new Map<string, Outcome[]>();
	const running = new Map<string, Promise<void>>();
	const waiting = [...parts];
	let free = lanes;

	const hasFailed = (name: string) => outcomes.get(name)?.some(({ failed }) => failed > 0) ?? false;
	const lanesOf = (part: Part) => Math.min(part.lanes ?? 1, lanes);
	const begin = (part: Part) => {
		free -= lanesOf(part);
		const ended = run(part).then((rows) => {
			outcomes.set(part.name, rows);
			running.delete(part.name);
			free += lanesOf(part);
		});
		running.set(part.name, ended);
	};

	while (waiting.length > 0 || running.size > 0) {
		for (const part of [...waiting]) {
			// What was not asked for is taken to be there.
			const needs = (part.needs ?? []).filter((need) => parts.some(({ name }) => name === need));
			const lacking = needs.find(hasFailed);
			const ready = needs.every((name) => outcomes.has(name)) && free >= lanesOf(part);
			if (lacking === undefined && !ready) continue;
			waiting.splice(waiting.indexOf(part), 1);
			if (lacking === undefined) begin(part);
			else {
				skipped(part, lacking);
				outcomes.set(part.name, [{ name: part.name, passed: 0, failed: 1, seconds: 0 }]);
			}
		}
		await Promise.race(running.values());
	}
	return parts.flatMap(({ name }) => outcomes.get(name) ?? []);
};
