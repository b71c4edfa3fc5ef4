import { Failure, explain } from '../../playground/failure.ts';
import type { Service } from '../../playground/processes.ts';

interface Named {
	name: string;
	service: Pick<Service, 'ended' | 'stop'>;
}

/**
 * Keeps what was started until a signal comes, or the program that started us is gone; all of it ends
 * together, the last first, so that no process calls one that has already ended.
 */
const untilStopped = () => {
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

/** The result of {@link untilStopped}. */
export type Stopping = ReturnType<typeof untilStopped>;

/**
 * Starts programs, keeps them until we are asked to stop or one has ended,
 * stops all of them, and ends this process.
 */
export const keepUp = async (start: (stopping: Stopping) => Promise<void>): Promise<never> => {
	const stopping = untilStopped();
	try {
		await start(stopping);
		await stopping.wait();
	} catch (error) {
		if (!stopping.signal.aborted) console.error(`\n${explain(error)}`);
		process.exitCode = stopping.signal.aborted ? 0 : 1;
	} finally {
		await stopping.stopAll();
	}
	process.exit();
};
