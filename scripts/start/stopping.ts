import { Failure } from '../../playground/failure.ts';
import type { Service } from '../../playground/processes.ts';

interface Named {
	name: string;
	service: Pick<Service, 'ended' | 'stop'>;
}

/**
 * Keeps what was started until a signal comes, or the program that started us is gone; all of it ends together, the
 * last first, so that nobody calls somebody who is no longer there.
 */
export const untilStopped = () => {
	const started: Named[] = [];
	const abort = new AbortController();
	let died: (failure: Failure) => void = () => {};
	const death = new Promise<never>((_, reject) => (died = reject));
	death.catch(() => {});
	const asked = new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
	const ask = () => {
		if (!abort.signal.aborted) console.log('\nStopping ...');
		abort.abort();
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
	process.on('message', ask);
	process.on('disconnect', ask);

	return {
		/** Aborted as soon as we were asked to stop. */
		signal: abort.signal,
		/** Takes charge of a program; should it end by itself, `wait` fails. */
		add: (name: string, service: Named['service'], logFile: string) => {
			started.push({ name, service });
			void service.ended.then((how) => {
				if (!abort.signal.aborted) died(new Failure(`${name} has ended by itself (${how}). Log: ${logFile}`));
			});
		},
		/** @throws Failure when one of the programs has ended by itself */
		wait: () => Promise.race([asked, death]),
		stopAll: async () => {
			abort.abort();
			for (const { service } of started.reverse()) await service.stop();
		},
	};
};
