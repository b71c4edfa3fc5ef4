import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxAccount } from '../client/account.ts';
import type { Delivery, Message } from '../client/records.ts';
import { readExecutionData } from '../n8n/execution-data.ts';
import type { Execution, N8nApi, NewWorkflow } from '../n8n/n8n-api.ts';
import { isStartWebhook } from '../n8n/start-webhooks.ts';
import type { Deployment } from './deployment.ts';

/** The longest wait for executions that run and deliveries that are on their way, and the pause between looks. */
const SETTLING_TIMEOUT_MS = 30_000;
const LOOK_INTERVAL_MS = 250;
/** The most of each kind that one run is judged by. */
const MOST = 250;

/** What a run of a workflow has left behind, once nothing runs any more, or after the longest wait. */
export interface Aftermath {
	/** The messages to people, the oldest first. */
	readonly messages: readonly Message[];
	/** The deliveries of the events that the workflow listens to, and the kinds of the other events. */
	readonly deliveries: readonly Delivery[];
	readonly otherEvents: readonly string[];
	/** With what their nodes put out, the oldest first. */
	readonly executions: readonly Execution[];
}

/** How often each message was sent to each person. */
export type SentCounts = ReadonlyMap<string, number>;

/** Waits until no execution runs and no delivery is on its way, and collects what there is. */
export async function collectAftermath(
	account: SandboxAccount,
	n8n: N8nApi,
	{ workflowId, events }: Deployment,
	since: number,
): Promise<Aftermath> {
	const until = performance.now() + SETTLING_TIMEOUT_MS;
	for (;;) {
		const running = await n8n.listExecutions({ workflowId, status: 'running', limit: MOST });
		const ended = await n8n.listExecutions({ workflowId, limit: MOST });
		const { deliveries } = await account.control('GET', `/deliveries?limit=${MOST}`);
		const fresh = deliveries.filter(({ created_at: at }) => Date.parse(at) >= since);
		const heard = fresh.filter(({ event }) => events.includes(event));
		const isMoving = running.length > 0 || heard.some(({ status }) => status === 'pending');
		if (isMoving && performance.now() < until) {
			await sleep(LOOK_INTERVAL_MS);
			continue;
		}
		const { messages } = await account.control('GET', `/messages?limit=${MOST}`);
		const sent = messages.filter(
			(one) => one.direction === 'outbound' && Date.parse(one.created_at) >= since,
		);
		// One may have ended between the two lists.
		const ids = [...new Set([...running, ...ended].map(({ id }) => id))];
		const executions = await Promise.all(ids.map((id) => n8n.getExecution(id)));
		executions.sort((one, other) => Number(one.id) - Number(other.id));
		const otherEvents = [...new Set(fresh.map(({ event }) => event))].filter(
			(event) => !events.includes(event),
		);
		return { messages: sent.reverse(), deliveries: heard, otherEvents, executions };
	}
}

/** Counts how often each message was sent to each person. */
export function countSent({ messages }: Pick<Aftermath, 'messages'>): SentCounts {
	const counts = new Map<string, number>();
	for (const { to_number: to, body } of messages) {
		const key = `${to}: "${body}"`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

/**
 * Lists what is wrong whatever the workflow is for: a message sent twice, an event without an execution, an
 * execution that does not end, an error that nobody sees, a secret in an execution.
 * @param usual how often each message is sent when nothing is wrong with the service; as often as events came and
 * the scenario started the workflow, at most, when absent
 */
export function findViolations(
	aftermath: Aftermath,
	workflow: NewWorkflow,
	{ secrets }: Deployment,
	usual?: SentCounts,
): string[] {
	return [
		...findRepeatedMessages(aftermath, usual),
		...findLostEvents(aftermath, workflow),
		...findEndless(aftermath),
		...aftermath.executions.flatMap((execution) => [
			...findUnseenErrors(execution, workflow),
			...findSecrets(execution, secrets),
		]),
	];
}

/** Lists the executions that failed, each with its error. */
export function findFailures({ executions }: Pick<Aftermath, 'executions'>): string[] {
	return executions
		.filter(({ status }) => status === 'error' || status === 'crashed')
		.map((one) => {
			const { error, lastNodeExecuted = '?' } = readExecutionData(one);
			return `Execution ${one.id} failed at "${lastNodeExecuted}": ${error?.message ?? one.status}`;
		});
}

function findRepeatedMessages(aftermath: Aftermath, usual?: SentCounts): string[] {
	const events = new Set(aftermath.deliveries.map(({ event_id: id }) => id)).size;
	const causes = events + aftermath.executions.filter(isStartedByScenario).length;
	return [...countSent(aftermath)]
		.filter(([key, count]) => count > Math.max(1, usual ? (usual.get(key) ?? 1) : causes))
		.map(([key, count]) => `A message was sent ${count} times, to ${key}`);
}

function findLostEvents({ deliveries, executions }: Aftermath, workflow: NewWorkflow): string[] {
	const undelivered = deliveries
		.filter(({ status, replayed_as: again }) => status !== 'succeeded' && again === null)
		.map(({ event, status, last_http_status: answer }) => {
			const how = answer === null ? 'n8n did not answer' : `n8n answered ${answer}`;
			return `The event ${event} was not taken (${status.replace('_', ' ')}; ${how})`;
		});
	const taken = new Set(
		deliveries.filter(({ status }) => status === 'succeeded').map(({ event_id: id }) => id),
	).size;
	const started = executions.filter((one) => one.mode === 'webhook' && !isStartedByScenario(one)).length;
	// A reply resumes an execution that waits for it, which an event or the scenario has started.
	const others = executions.some(isStartedByScenario) ? 0 : 1;
	const wanted = waitsForReplies(workflow) ? Math.min(others, taken) : taken;
	if (started >= wanted) return undelivered;
	const tookEvents = `n8n took ${taken} ${taken === 1 ? 'event' : 'events'}`;
	const began =
		started === 0 ? 'no execution' : `only ${started} ${started === 1 ? 'execution' : 'executions'}`;
	return [...undelivered, `${tookEvents}, but ${began} began`];
}

function findEndless({ executions }: Aftermath): string[] {
	return executions
		.filter(({ status }) => status === 'new' || status === 'running')
		.map(({ id }) => `Execution ${id} still ran ${SETTLING_TIMEOUT_MS / 1000} s after the last step`);
}

function waitsForReplies({ nodes }: NewWorkflow): boolean {
	return nodes.some(({ parameters }) => parameters.operation === 'sendAndWait');
}

/** Tells if a workflow went on after an error in a way of its own, e.g. told a person. */
export function hasHandledError(
	{ executions }: Pick<Aftermath, 'executions'>,
	workflow: NewWorkflow,
): boolean {
	return executions.some((one) => findErrorItems(one, workflow).some(({ isHandled }) => isHandled));
}

/** Lists the errors after which a successful execution went on as if nothing had happened. */
function findUnseenErrors(execution: Execution, workflow: NewWorkflow): string[] {
	if (execution.status !== 'success') return [];
	return findErrorItems(execution, workflow)
		.filter(({ isHandled }) => !isHandled)
		.slice(0, 1)
		.map(({ node, error }) => `Execution ${execution.id} hides an error of "${node}": ${error}`);
}

/** Lists the items that stand for errors; one is handled if its output leads to another node. */
function findErrorItems(execution: Execution, { nodes, connections }: NewWorkflow) {
	const runs = readExecutionData(execution).runData ?? {};
	return Object.entries(runs).flatMap(([node, all]) => {
		const onError = nodes.find(({ name }) => name === node)?.onError;
		if (onError === undefined || onError === 'stopWorkflow') return [];
		return all.flatMap(({ data }) =>
			(data?.main ?? []).flatMap((items, output) => {
				const isHandled = leadsOn(connections, node, output);
				return (items ?? [])
					.flatMap(({ json }) => errorIn(json))
					.map((error) => ({ node, error, isHandled }));
			}),
		);
	});
}

/** Returns the message of an item that stands for an error. */
function errorIn({ error }: Record<string, unknown>): string[] {
	if (typeof error === 'string') return [error];
	const message = (error as { message?: unknown } | null | undefined)?.message;
	return typeof message === 'string' ? [message] : [];
}

/** Tells if an output of a node is connected with another node. */
function leadsOn(connections: object, name: string, output: number): boolean {
	const { main = [] } = (connections as Record<string, { main?: Array<unknown[] | null> }>)[name] ?? {};
	return (main[output]?.length ?? 0) > 0;
}

function findSecrets(execution: Execution, secrets: readonly string[]): string[] {
	const text = JSON.stringify(execution.data ?? null);
	const isFound = secrets.some((secret) => text.includes(secret));
	return isFound ? [`Execution ${execution.id} holds a secret of the service`] : [];
}

/** Tells if no event, but a step of the scenario has started an execution. */
function isStartedByScenario(execution: Execution): boolean {
	return Object.keys(readExecutionData(execution).runData ?? {}).some(isStartWebhook);
}
