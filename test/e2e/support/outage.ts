/** Events from the sandbox while n8n dies and comes back, and the recovery afterwards. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { withCredential } from '../../../scripts/start/examples.ts';
import { paths } from './playground.ts';
import { until } from '../../support/eventually.ts';
import { inParallel } from './real-n8n.ts';
import type { Listening, TriggerN8n } from './real-n8n.ts';
import type { Run } from './stored-runs.ts';
import { idIn, isOpen } from './stored-runs.ts';
import { findFaults, judge } from '../../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import type { Arrival, Verdict } from '../../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';

const setWebhook = async (sandbox: Sandbox, url: string): Promise<string> =>
	(await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: url })).signing_secret ??
	'';

/**
 * Activates `Trigger` -> the nodes -> `Reached` for the events of a sandbox that are sent to n8n at this URL. The secret
 * exists once there is an address, and the address once the workflow listens: as for a person.
 */
export async function listenToSandbox(
	sandbox: Sandbox,
	n8n: TriggerN8n,
	url: string,
	between: WorkflowNode[] = [],
): Promise<{ listening: Listening; credential: string }> {
	const signingSecret = await setWebhook(sandbox, `${url}/webhook/later`);
	const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, signingSecret });
	const listening = await n8n.listen(credential, { events: ['sms.sent'] }, between);
	await setWebhook(sandbox, `${url}/webhook/${listening.webhookId}/webhook`);
	return { listening, credential };
}

/** Makes the sandbox send an SMS event for each of these, which stand in their texts. */
export async function happen(sandbox: Sandbox, events: string[]): Promise<void> {
	await inParallel(events, 8, async (body) => {
		await sandbox.control('POST', '/events/sms.sent', { body });
	});
}

/** Counts the deliveries in a state. */
export const deliveries = async (sandbox: Sandbox, status: string): Promise<number> =>
	(await sandbox.control('GET', `/deliveries?status=${status}&limit=1`)).total;

const deadLetters = async (sandbox: Sandbox): Promise<string[]> => {
	const { dead_letters: all } = await sandbox.control('GET', '/dead-letters?limit=1000');
	return all.map(({ id }) => id);
};

/** Waits until the service has nothing left to send, and n8n nothing left to run. */
export async function quiet(
	sandbox: Sandbox,
	runs: () => Run[] | Promise<Run[]>,
	timeoutMs: number,
): Promise<void> {
	await until(
		() => deliveries(sandbox, 'pending'),
		(pending) => pending === 0,
		timeoutMs,
	);
	await until(runs, (all) => !all.some(isOpen), timeoutMs);
}

/** The example, with the dead letters pasted in as a person would. */
async function recoveryWorkflow(credentialId: string, dead: string[]): Promise<WorkflowFile> {
	const text = await readFile(
		join(paths.projectRoot, 'examples/recover-after-an-outage/workflow.json'),
		'utf8',
	);
	const workflow = withCredential(JSON.parse(text) as WorkflowFile, credentialId);
	return {
		...workflow,
		nodes: workflow.nodes.map((one) =>
			one.name === 'Dead Letters'
				? {
						...one,
						parameters: {
							jsCode: String(one.parameters.jsCode).replace('`\n`', `\`\n${dead.join('\n')}\n\``),
						},
					}
				: one,
		),
	};
}

/** Runs the recovery by hand. */
async function recover(n8n: TriggerN8n, sandbox: Sandbox, credentialId: string): Promise<void> {
	const dead = await deadLetters(sandbox);
	const stored = await n8n.client.createWorkflow(await recoveryWorkflow(credentialId, dead));
	await n8n.call('POST', `/rest/workflows/${stored.id}/run`, {
		workflowData: stored,
		triggerToStartFrom: { name: 'Run Manually' },
	});
	const [run] = await n8n.client.finishedExecutions(stored.id, 1, 180_000);
	if (run?.status !== 'success') throw new Error(`The recovery has ended as ${run?.status}`);
}

const PAGE = 500;

/** Counts how often n8n took each event, repetitions by the service included. */
async function countTaken(sandbox: Sandbox): Promise<Map<string, number>> {
	const ids: string[] = [];
	for (let total = 1; ids.length < total;) {
		const page = await sandbox.control(
			'GET',
			`/deliveries?status=succeeded&limit=${PAGE}&offset=${ids.length}`,
		);
		ids.push(...page.deliveries.map(({ id }) => id));
		total = page.total;
	}
	const taken = new Map<string, number>();
	await inParallel(ids, 8, async (id) => {
		const { body } = await sandbox.control('GET', `/deliveries/${id}`);
		const event = idIn(body) ?? '';
		taken.set(event, (taken.get(event) ?? 0) + 1);
	});
	return taken;
}

/**
 * Lists the copies of events that reached a process, from the deliveries of the service and the executions of n8n.
 *
 * @param taken how often n8n took each event
 * @param runs of which none is open
 */
function arrivalsOf(events: string[], taken: ReadonlyMap<string, number>, runs: Run[]): Arrival[] {
	const shown = (event: string): Run[] => runs.filter((run) => run.event === event);
	// Executions from which n8n has removed the event: of one that it took more often than it shows.
	const emptied = runs.filter((run) => run.event === undefined && isCutOff(run));
	return [...events]
		.sort((one, other) => shown(one).length - shown(other).length)
		.flatMap((event): Arrival[] => {
			const missing = Math.max((taken.get(event) ?? 0) - shown(event).length, 0);
			const copies = [...shown(event), ...emptied.splice(0, missing)];
			if (copies.length === 0) return [{ event, outcome: 'dropped' }];
			return copies.map((run) => ({ event, outcome: outcomeOf(run) }));
		});
}

/** Tells if the process of an execution died: n8n shows it as crashed, or as running since then. */
const isCutOff = ({ status }: Run): boolean => status === 'crashed' || status === 'abandoned';

function outcomeOf(run: Run): Arrival['outcome'] {
	if (isCutOff(run)) return undefined;
	if (isOpen(run)) throw new Error(`Execution ${run.id} is still ${run.status}`);
	return run.reached ? 'ran' : 'dropped';
}

/**
 * Recovers as a person would: replays the dead letters, and retries the runs that were cut off.
 *
 * @param runs of the workflow that takes the events; none is open
 * @returns the events that ran too often or not at all without an excuse, and those that have not run once after all
 */
export async function recoverAndRetry(
	n8n: TriggerN8n,
	sandbox: Sandbox,
	credentialId: string,
	events: string[],
	runs: () => Run[] | Promise<Run[]>,
): Promise<{ faults: Verdict[]; notRunOnce: string[] }> {
	await recover(n8n, sandbox, credentialId);
	await quiet(sandbox, runs, 900_000);
	const arrivals = async () => arrivalsOf(events, await countTaken(sandbox), await runs());
	const recovered = await arrivals();
	const cutOff = new Map((await runs()).filter(isCutOff).map(({ event, id }) => [event, id]));
	for (const { event, runs: times } of judge(recovered)) {
		if (times > 0 || !cutOff.has(event)) continue;
		await n8n.call('POST', `/rest/executions/${cutOff.get(event)}/retry`, { loadWorkflow: false });
	}
	await quiet(sandbox, runs, 240_000);
	const retried = await arrivals();
	return {
		faults: [...findFaults(recovered), ...findFaults(retried)],
		notRunOnce: judge(retried)
			.filter(({ runs: times }) => times !== 1)
			.map(({ event }) => event),
	};
}
