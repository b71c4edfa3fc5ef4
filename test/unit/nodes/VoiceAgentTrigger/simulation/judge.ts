/**
 * Says of each event how often it ran, and if that was not once, if one of the exceptions that docs/trigger-reference.md names
 * explains it. It judges the trials of the simulation, and what a real n8n has run (`test/support/event-fates.ts`).
 */

/** A copy of an event that reached a process. */
export interface Arrival {
	event: string;
	/** Unsure is one that ran since n8n could not tell; undefined one whose process died before. */
	outcome: 'ran' | 'unsure' | 'dropped' | undefined;
}

export interface Verdict {
	event: string;
	/** How often it ran. */
	runs: number;
	/**
	 * Once; lost or doubled without an excuse; died, as the process of a copy did before it had run; unsure, as n8n
	 * could not tell for one of the copies that ran.
	 */
	kind: 'once' | 'lost' | 'doubled' | 'died' | 'unsure';
}

/** Judges each event. */
export function judge(arrivals: Arrival[]): Verdict[] {
	const byEvent = new Map<string, Arrival['outcome'][]>();
	for (const { event, outcome } of arrivals) {
		byEvent.set(event, [...(byEvent.get(event) ?? []), outcome]);
	}
	return [...byEvent].map(([event, outcomes]) => {
		const ran = outcomes.filter((outcome) => outcome === 'ran' || outcome === 'unsure');
		return { event, runs: ran.length, kind: kindOf(outcomes, ran) };
	});
}

function kindOf(outcomes: Arrival['outcome'][], ran: Arrival['outcome'][]): Verdict['kind'] {
	if (ran.length === 1) return 'once';
	if (ran.length === 0) return outcomes.includes(undefined) ? 'died' : 'lost';
	return ran.includes('unsure') ? 'unsure' : 'doubled';
}

/** The events that ran too often or not at all, without an excuse. */
export const findFaults = (arrivals: Arrival[]): Verdict[] =>
	judge(arrivals).filter(({ kind }) => kind === 'lost' || kind === 'doubled');
