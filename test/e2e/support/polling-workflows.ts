/** Workflows that begin with the polling trigger, in a real n8n with SQLite. */
import { chainOf, node } from '../../../playground/workflow.ts';
import type { StoredWorkflow } from '../../../sandbox/src/n8n/workflow.ts';
import { until } from '../../support/eventually.ts';
import type { TriggerN8n } from './real-n8n.ts';
import { isOpen, readStartedRuns } from './stored-runs.ts';

/** n8n refuses a rule that polls more often than each minute, but takes several rules. */
export const EVERY_FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => `${5 * index} * * * * *`);

/** Publishes a workflow that begins with the trigger. */
export async function publishPolling(
	n8n: TriggerN8n,
	credentialId: string,
	parameters: Record<string, unknown> = {},
	pollTimes = EVERY_FIVE_SECONDS,
): Promise<StoredWorkflow> {
	const trigger = node(
		'Trigger',
		'n8n-nodes-voice-agent.voiceAgentPollingTrigger',
		{
			pollTimes: { item: pollTimes.map((cronExpression) => ({ mode: 'custom', cronExpression })) },
			...parameters,
		},
		{ credentials: { voiceAgentApi: { id: credentialId, name: 'Service' } } },
	);
	const file = chainOf('Polling', [trigger, node('Reached', 'n8n-nodes-base.noOp')]);
	const workflow = await n8n.client.createWorkflow(file);
	await n8n.client.activateWorkflow(workflow);
	return workflow;
}

/**
 * Waits for so many messages, and for their executions to end: n8n replaces the items of one that it dies in.
 *
 * @returns the texts of all that came, in order
 */
export async function readTexts(
	n8n: TriggerN8n,
	{ id }: StoredWorkflow,
	count: number,
	timeoutMs = 120_000,
): Promise<string[]> {
	const runs = await until(
		() => readStartedRuns(n8n.userFolder, id, 'Trigger'),
		(all) => all.flatMap(({ texts }) => texts).length >= count && !all.some(isOpen),
		timeoutMs,
	);
	return runs.flatMap(({ texts }) => texts);
}
