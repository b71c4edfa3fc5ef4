import { until } from '../../support/eventually.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { deliveries, happen, listenToSandbox, quiet, recoverAndRetry } from '../support/outage.ts';
import type { Listening, TriggerN8n } from '../support/real-n8n.ts';
import { isOpen, readSqliteRuns } from '../support/stored-runs.ts';
import type { Part } from './part.ts';

const EVENTS = process.env.TEST_FULL ? 300 : 30;

/** Events that the service delivers, some of them again. */
export function events(): Part {
	let n8n: TriggerN8n;
	let sandbox: Sandbox;
	let listening: Listening;
	let credential: string;
	let happening: Promise<void>;
	/** The ID of the last run that had begun when n8n died. */
	let last: number;

	const all = Array.from({ length: EVENTS }, (_, index) => `evt-${index}`);
	const storedRuns = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

	return {
		title: 'events',
		async prepare(started) {
			n8n = started;
			sandbox = await startSandbox({ deliveryTries: 6, deliveryBaseDelayMs: 500 });
			({ listening, credential } = await listenToSandbox(sandbox, n8n, n8n.url));
		},
		async begin() {
			// Two thirds are on their way when n8n dies; what finds n8n booting becomes a dead letter.
			happening = happen(sandbox, all.slice(0, (2 * EVENTS) / 3));
			await until(
				() => deliveries(sandbox, 'succeeded'),
				(count) => count >= EVENTS / 6,
				120_000,
			);
		},
		whileAway() {
			last = Math.max(...storedRuns().map(({ id }) => Number(id)));
			return Promise.resolve();
		},
		tests() {
			test(`of ${EVENTS} events none vanishes and none runs twice`, async () => {
				await happening;
				await happen(sandbox, all.slice((2 * EVENTS) / 3));
				// A run whose start was not yet in n8n's event log when it died stays "running" for ever.
				const runs = () =>
					storedRuns().map((run) =>
						isOpen(run) && Number(run.id) <= last ? { ...run, status: 'abandoned' } : run,
					);
				await quiet(sandbox, runs, 600_000);
				expect(await recoverAndRetry(n8n, sandbox, credential, all, runs)).toEqual({
					faults: [],
					notRunOnce: [],
				});
			}, 1_800_000);
		},
		stop: async () => await sandbox?.stop(),
	};
}
