import type { Message } from '../client/records.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { isExact } from '../control/scenarios/wait-times.ts';
import type { Execution } from '../n8n/api.ts';
import { isRunning, listOutputItems, measureWaitMs, readExecutionData } from '../n8n/executions.ts';
import { asksPeople, isOurs, isPreview } from '../n8n/nodes.ts';
import { isStartWebhook } from '../n8n/start-webhooks.ts';
import type { Aftermath } from './aftermath.ts';
import type { Deployment } from './deployment.ts';
import { listAllNodes } from './sub-workflows.ts';
import { findPassedErrors, type PassedError } from './swallowed-errors.ts';

/** Matches the steps that make something happen which a workflow may hear of. */
const EVENT = /^POST \/events\/(\S+)/;

/** The states of executions that did not come to their end. */
export const FAILED = ['error', 'crashed', 'canceled'];

/** How often each message was sent to each person. */
export type SentCounts = ReadonlyMap<string, number>;

/** Counts how often each message was sent to each person. */
export function countSent({ messages }: Pick<Aftermath, 'messages'>): SentCounts {
	const counts = new Map<string, number>();
	for (const { to_number: to, body } of messages) {
		const key = `${to}: "${body}"`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

type Judged = Pick<Deployment, 'receivers' | 'secrets' | 'workflows'>;

/**
 * Lists what is wrong whatever the workflow is for: a message sent twice, an event without an execution, an
 * execution that does not end, an error that nobody sees, a secret in an execution.
 * @param usual how often each message is sent without faults; when absent, a message may go out once for each event or
 * execution
 */
export function findViolations(aftermath: Aftermath, deployment: Judged, usual?: SentCounts): string[] {
	return [
		...findRepeatedMessages(aftermath, usual),
		...findLostEvents(aftermath, deployment),
		...findEndless(aftermath),
		...aftermath.executions.flatMap((execution) => [
			...findUnseenErrors(execution, deployment),
			...findSecrets(execution, deployment.secrets),
		]),
	];
}

/** Lists the executions that failed, each with its error. */
export function findFailures({ executions }: Pick<Aftermath, 'executions'>): string[] {
	return executions
		.filter(({ status }) => FAILED.includes(status))
		.map((one) => {
			const { error, lastNodeExecuted = '?' } = readExecutionData(one);
			return `Execution ${one.id} failed at "${lastNodeExecuted}": ${error?.message ?? one.status}`;
		});
}

/** Tells if a workflow went on after an error in a way of its own, e.g. told a person. */
export function hasHandledError(aftermath: Pick<Aftermath, 'executions'>, deployment: Judged): boolean {
	return aftermath.executions.some((one) => listErrors(one, deployment).some(({ isHandled }) => isHandled));
}

/**
 * Says that no execution began although the scenario does something, and why; a workflow that never ran passes no
 * test, unless the scenario expects just that.
 */
export function findDeafness(
	{ steps }: Scenario,
	{ executions, otherEvents }: Aftermath,
	{ receivers }: Judged,
): string[] {
	const expectsNone = steps.some(({ expect }) => expect?.execution?.count === 0);
	if (executions.length > 0 || expectsNone) return [];
	const fired = new Set(steps.flatMap(({ call }) => EVENT.exec(call ?? '')?.[1] ?? []));
	const heard = [...new Set(receivers.flatMap(({ events }) => events))];
	const came = [...new Set([...fired, ...otherEvents])];
	if (heard.length === 0 || came.length === 0) return ['No execution began'];
	return [`No execution began: the workflow listens to ${heard.join(', ')}, and ${came.join(', ')} came`];
}

/**
 * Lists what was sent after a scenario had ended, if its last word is that nothing else is, or how much exactly.
 * @param before the messages at its end
 */
export function findLateMessages(
	{ steps }: Scenario,
	before: ReadonlyArray<Pick<Message, 'id'>>,
	{ messages }: Pick<Aftermath, 'messages'>,
): string[] {
	const isClosed = listLastWords(steps).some(isExact);
	const known = new Set(before.map(({ id }) => id));
	const late = messages.filter(({ id }) => !known.has(id));
	return isClosed
		? late.map(({ to_number: to, body }) => `A message came after the scenario, to ${to}: "${body}"`)
		: [];
}

/** Lists what a test could not see: executions that wait for a time that is far away. */
export function findUnseen({ executions }: Pick<Aftermath, 'executions'>): string[] {
	return executions
		.filter((one) => measureWaitMs(one) !== undefined)
		.map(
			({ id, waitTill }) => `Execution ${id} still waits, until ${waitTill}: what it does then is not tested`,
		);
}

/** Tells if a scenario expects, as its last word, that an execution waits. */
export function expectsWaiting({ steps }: Scenario): boolean {
	return listLastWords(steps).some(({ expect }) => expect?.execution?.status === 'waiting');
}

/** Lists the nodes that ran as a preview only. */
export function findPreviews({ executions }: Pick<Aftermath, 'executions'>, { workflows }: Judged): string[] {
	const ours = new Set(
		[...workflows.values()]
			.flatMap(listAllNodes)
			.filter(isOurs)
			.map(({ name }) => name),
	);
	const ran = executions.map(readExecutionData).flatMap((data) =>
		Object.keys(data.runData ?? {})
			.filter((name) => ours.has(name))
			.filter((name) => listOutputItems(data, name).some(isPreview)),
	);
	return [...new Set(ran)].map((name) => `"${name}" ran with Preview Only on, so it sent nothing`);
}

/** Lists the steps of a scenario after the last one that does something. */
function listLastWords(steps: Scenario['steps']): Scenario['steps'] {
	return steps.slice(steps.findLastIndex(({ expect }) => expect === undefined) + 1);
}

function findRepeatedMessages({ deliveries, executions, messages }: Aftermath, usual?: SentCounts): string[] {
	const events = new Set(deliveries.map(({ event_id: id }) => id)).size;
	const begun = executions.filter(({ mode }) => mode !== 'integrated').length;
	const causes = Math.max(1, events, begun);
	return [...countSent({ messages })]
		.filter(([key, count]) => count > (usual ? Math.max(1, usual.get(key) ?? 1) : causes))
		.map(([key, count]) => `A message was sent ${count} times, to ${key}`);
}

function findLostEvents({ deliveries, executions }: Aftermath, { receivers, workflows }: Judged): string[] {
	const undelivered = deliveries
		.filter(({ status, replayed_as: again }) => status !== 'succeeded' && again === null)
		.map(({ event, status, last_http_status: answer }) => {
			const how = answer === null ? 'n8n did not answer' : `n8n answered ${answer}`;
			return `The event ${event} was not taken (${status.replace('_', ' ')}; ${how})`;
		});
	const taken = new Set(
		deliveries
			.filter(({ status }) => status === 'succeeded')
			.map(({ event_id: id, api_key_id: key }) => `${id} ${key}`),
	).size;
	const triggers = new Set(receivers.map(({ name }) => name));
	const started = executions.filter((one) => isStartedByEvent(one, triggers)).length;
	// A reply resumes an execution that waits for it, which an event or the scenario has started.
	const others = executions.some(isStartedByScenario) ? 0 : 1;
	const wanted = waitsForReplies(workflows) ? Math.min(others, taken) : taken;
	if (started >= wanted) return undelivered;
	const tookEvents = `n8n took ${taken} ${taken === 1 ? 'event' : 'events'}`;
	const began =
		started === 0 ? 'no execution' : `only ${started} ${started === 1 ? 'execution' : 'executions'}`;
	return [...undelivered, `${tookEvents}, but ${began} began`];
}

function findEndless({ executions }: Aftermath): string[] {
	return executions
		.filter(isRunning)
		.map(({ id }) => `Execution ${id} still ran after a minute of waiting for its end, and was stopped`);
}

function waitsForReplies(workflows: Judged['workflows']): boolean {
	return [...workflows.values()].flatMap(listAllNodes).some(asksPeople);
}

/** Lists the errors after which a successful execution went on as if nothing had happened. */
function findUnseenErrors(execution: Execution, deployment: Judged): string[] {
	if (execution.status !== 'success') return [];
	return listErrors(execution, deployment)
		.filter(({ isHandled }) => !isHandled)
		.slice(0, 1)
		.map(({ node, error }) => `Execution ${execution.id} hides an error of "${node}": ${error}`);
}

function listErrors(execution: Execution, { workflows }: Judged): PassedError[] {
	const file = workflows.get(execution.workflowId);
	return file === undefined ? [] : findPassedErrors(execution, file);
}

function findSecrets(execution: Execution, secrets: readonly string[]): string[] {
	const text = JSON.stringify(execution.data ?? null);
	const isFound = secrets.some((secret) => text.includes(secret));
	return isFound ? [`Execution ${execution.id} holds a secret of the service`] : [];
}

/** Tells if a trigger for events has started an execution; one that has crashed does not tell. */
function isStartedByEvent(execution: Execution, triggers: ReadonlySet<string>): boolean {
	const ran = Object.keys(readExecutionData(execution).runData ?? {});
	if (ran.length === 0) return execution.mode === 'webhook';
	return ran.some((name) => triggers.has(name)) && !isStartedByScenario(execution);
}

/** Tells if no event, but a step of the scenario has started an execution. */
function isStartedByScenario(execution: Execution): boolean {
	return Object.keys(readExecutionData(execution).runData ?? {}).some(isStartWebhook);
}
