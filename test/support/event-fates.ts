/** Events from the sandbox while n8n dies and comes back, and the recovery afterwards. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import type { Sandbox } from './start-sandbox.ts';
import { withCredential } from '../../scripts/start/demo.ts';
import { paths } from './prepared.ts';
import { until } from './eventually.ts';
import { inParallel } from './real-n8n.ts';
import type { TriggerN8n } from './real-n8n.ts';
import type { Run } from './stored-runs.ts';
import { isOpen } from './stored-runs.ts';

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

/** Runs the recovery by hand. Answers how many dead letters it was given. */
export async function recover(
	n8n: Pick<TriggerN8n, 'client' | 'call'>,
	sandbox: Sandbox,
	credentialId: string,
): Promise<number> {
	const dead = await deadLetters(sandbox);
	const stored = await n8n.client.createWorkflow(await recoveryWorkflow(credentialId, dead));
	await n8n.call('POST', `/rest/workflows/${stored.id}/run`, {
		workflowData: stored,
		triggerToStartFrom: { name: 'Run Manually' },
	});
	const [run] = await n8n.client.finishedExecutions(stored.id, 1, 180_000);
	if (run?.status !== 'success') throw new Error(`The recovery has ended as ${run?.status}`);
	return dead.length;
}
