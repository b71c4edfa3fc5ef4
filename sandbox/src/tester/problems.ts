import type { Delivery } from '../client/records.ts';
import type { SentMessage } from '../control/scenarios/new-records.ts';
import { isExact, readFiredEvent, type Scenario } from '../control/scenarios/scenario.ts';
import type { Execution } from '../n8n/api.ts';
import {
	isRunning,
	listOutputItems,
	measureWaitMs,
	readExecutionData,
	type NodeRun,
} from '../n8n/executions.ts';
import { asksPeople, isOurs, isPreview } from '../n8n/nodes.ts';
import { findReachable, type WorkflowFile, type WorkflowNode } from '../n8n/workflow.ts';
import { isStartWebhook } from './copy.ts';
import type { Deployment } from './deployment.ts';
import { listAllNodes, readCalled } from './sub-workflows.ts';

/** Matches an expression, which reads what an earlier node has output. */
const EXPRESSION = /\{\{(.*?)\}\}/gs;

/** The states of executions that did not come to their end. */
export const FAILED_STATUSES = ['error', 'crashed', 'canceled'];

/** The records of the sandbox and n8n about a run, once nothing runs any more or the longest wait is over. */
export interface RunRecords {
	/** The messages to people, the oldest first. */
	readonly messages: readonly SentMessage[];
	/** The deliveries of events to triggers that select them. */
	readonly deliveries: readonly Delivery[];
	/** The events that no trigger selects, e.g. `sms.sent`. */
	readonly otherEvents: readonly string[];
	/** The executions with what their nodes output, the oldest first. */
	readonly executions: readonly Execution[];
}

/** How often each message was sent to each person. */
export type SentCounts = ReadonlyMap<string, number>;

/** Counts how often each message was sent to each person. */
export function countSent({ messages }: Pick<RunRecords, 'messages'>): SentCounts {
	const counts = new Map<string, number>();
	for (const { to_number: to, body } of messages) {
		const key = `${to}: "${body}"`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

type Deployed = Pick<Deployment, 'receivers' | 'secrets' | 'workflows'>;

/**
 * Lists what is wrong whatever the workflow is for: a message sent twice, an event without an execution, an
 * execution that does not end, an error that nobody sees, a secret in an execution.
 * @param countsWithoutFaults how often each message is sent without faults; when absent, a message may be sent as often as
 * events came or executions began
 */
export function findViolations(
	records: RunRecords,
	deployment: Deployed,
	countsWithoutFaults?: SentCounts,
): string[] {
	return [
		...findRepeatedMessages(records, countsWithoutFaults),
		...findLostEvents(records, deployment),
		...findEndlessExecutions(records),
		...records.executions.flatMap((execution) => [
			...findUnhandledErrors(execution, deployment),
			...findSecrets(execution, deployment.secrets),
		]),
	];
}

/** Lists the executions that failed, each with its error. */
export function findFailures({ executions }: Pick<RunRecords, 'executions'>): string[] {
	return executions
		.filter(({ status }) => FAILED_STATUSES.includes(status))
		.map((one) => {
			const { error, lastNodeExecuted = '?' } = readExecutionData(one);
			return `Execution ${one.id} failed at "${lastNodeExecuted}": ${error?.message ?? one.status}`;
		});
}

/** Tells if a workflow went on after an error in a way of its own, e.g. told a person. */
export function hasHandledError(records: Pick<RunRecords, 'executions'>, deployment: Deployed): boolean {
	return records.executions.some((one) => listErrors(one, deployment).some(({ isHandled }) => isHandled));
}

/**
 * Says that no execution began although the scenario does something, and why; a workflow that never ran passes no
 * test, unless the scenario expects just that.
 */
export function findMissingExecutions(
	{ steps }: Scenario,
	{ executions, otherEvents }: RunRecords,
	{ receivers }: Deployed,
): string[] {
	const expectsNone = steps.some(({ expect }) => expect?.execution?.count === 0);
	if (executions.length > 0 || expectsNone) return [];
	const selected = [...new Set(receivers.flatMap(({ events }) => events))];
	const came = [...new Set([...steps.flatMap((step) => readFiredEvent(step) ?? []), ...otherEvents])];
	if (selected.length === 0 || came.length === 0) return ['No execution began'];
	return [`No execution began: the workflow listens to ${selected.join(', ')}, and ${came.join(', ')} came`];
}

/**
 * Lists what was sent after a scenario had ended, if its final expectations say that nothing else is sent, or an exact
 * number.
 * @param before the messages at its end
 */
export function findLateMessages(
	{ steps }: Scenario,
	before: ReadonlyArray<Pick<SentMessage, 'id'>>,
	{ messages }: Pick<RunRecords, 'messages'>,
): string[] {
	const isClosed = listFinalExpectations(steps).some(isExact);
	const known = new Set(before.map(({ id }) => id));
	const late = messages.filter(({ id }) => !known.has(id));
	return isClosed
		? late.map(({ to_number: to, body }) => `A message came after the scenario, to ${to}: "${body}"`)
		: [];
}

/** Lists what a test could not see: executions that wait for a time that is far away. */
export function findOpenWaits({ executions }: Pick<RunRecords, 'executions'>): string[] {
	return executions
		.filter((one) => measureWaitMs(one) !== undefined)
		.map(
			({ id, waitTill }) => `Execution ${id} still waits, until ${waitTill}: what it does then is not tested`,
		);
}

/** Tells if one of the final expectations of a scenario is that an execution waits. */
export function expectsWaiting({ steps }: Scenario): boolean {
	return listFinalExpectations(steps).some(({ expect }) => expect?.execution?.status === 'waiting');
}

/** Lists the nodes that ran as a preview only. */
export function findPreviews(
	{ executions }: Pick<RunRecords, 'executions'>,
	{ workflows }: Deployed,
): string[] {
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
function listFinalExpectations(steps: Scenario['steps']): Scenario['steps'] {
	return steps.slice(steps.findLastIndex(({ expect }) => expect === undefined) + 1);
}

function findRepeatedMessages(
	{ deliveries, executions, messages }: RunRecords,
	countsWithoutFaults?: SentCounts,
): string[] {
	const events = new Set(deliveries.map(({ event_id: id }) => id)).size;
	const begun = executions.filter(({ mode }) => mode !== 'integrated').length;
	const causes = Math.max(1, events, begun);
	return [...countSent({ messages })]
		.filter(
			([key, count]) =>
				count > (countsWithoutFaults ? Math.max(1, countsWithoutFaults.get(key) ?? 1) : causes),
		)
		.map(([key, count]) => `A message was sent ${count} times, to ${key}`);
}

function findLostEvents(
	{ deliveries, executions }: RunRecords,
	{ receivers, workflows }: Deployed,
): string[] {
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

function findEndlessExecutions({ executions }: RunRecords): string[] {
	return executions
		.filter(isRunning)
		.map(({ id }) => `Execution ${id} still ran after a minute of waiting for its end, and was stopped`);
}

function waitsForReplies(workflows: Deployed['workflows']): boolean {
	return [...workflows.values()].flatMap(listAllNodes).some(asksPeople);
}

/** Lists the errors after which a successful execution went on as if nothing had happened. */
function findUnhandledErrors(execution: Execution, deployment: Deployed): string[] {
	if (execution.status !== 'success') return [];
	return listErrors(execution, deployment)
		.filter(({ isHandled }) => !isHandled)
		.slice(0, 1)
		.map(({ node, error }) => `Execution ${execution.id} hides an error of "${node}": ${error}`);
}

function listErrors(execution: Execution, { workflows }: Deployed): CaughtError[] {
	const file = workflows.get(execution.workflowId);
	return file === undefined ? [] : findCaughtErrors(execution, file);
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

/** An error after which a workflow went on. */
interface CaughtError {
	readonly node: string;
	readonly error: string;
	/** True if the workflow does something about it: its error output leads on, or a later node looks at the error. */
	readonly isHandled: boolean;
}

/** Lists the errors after which an execution of a workflow went on. */
function findCaughtErrors(execution: Execution, file: WorkflowFile): CaughtError[] {
	const runs = readExecutionData(execution).runData ?? {};
	return Object.entries(runs).flatMap(([name, all]) => {
		const owner = findOwner(file, name);
		const node = owner?.nodes.find((one) => one.name === name);
		if (owner === undefined || node === undefined) return [];
		return all.flatMap((run) => findErrors(run, node, owner));
	});
}

function findErrors(run: NodeRun, node: WorkflowNode, file: WorkflowFile): CaughtError[] {
	const outputs = run.data?.main;
	// The parts of an agent have other outputs; the agent is told of their errors.
	if (outputs === undefined) return [];
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	const goesOn = node.onError === 'continueRegularOutput' || node.continueOnFail === true;
	if (!hasErrorOutput && !goesOn) return [];
	const ofItems = outputs.flatMap((items, output) => {
		// Items of the other outputs may have a field of this name for another reason.
		if (hasErrorOutput && output !== outputs.length - 1) return [];
		const isHandled = hasErrorOutput ? hasNextNode(file, node.name, output) : isErrorRead(file, node.name);
		return (items ?? [])
			.flatMap(({ json }) => errorIn(json))
			.map((error) => ({ node: node.name, error, isHandled }));
	});
	// A node that fails as a whole passes its input on, in which no item stands for the error.
	if (ofItems.length > 0 || run.error === undefined) return ofItems;
	const isHandled = goesOn && isErrorRead(file, node.name);
	return [{ node: node.name, error: run.error.message ?? 'it failed', isHandled }];
}

/** Returns the message of an item that stands for an error. */
function errorIn({ error }: Readonly<Record<string, unknown>>): string[] {
	if (typeof error === 'string') return [error];
	const message = (error as { message?: unknown } | null | undefined)?.message;
	return typeof message === 'string' ? [message] : [];
}

function hasNextNode({ connections }: WorkflowFile, name: string, output: number): boolean {
	const { main = [] } = (connections as Record<string, { main?: Array<unknown[] | null> }>)[name] ?? {};
	return (main[output]?.length ?? 0) > 0;
}

/** Tells if a later node reads the error of an item. */
function isErrorRead(file: WorkflowFile, name: string): boolean {
	const later = findReachable(file, [name]);
	later.delete(name);
	return file.nodes.some((node) => node.disabled !== true && later.has(node.name) && readsErrors(node));
}

function readsErrors({ parameters }: WorkflowNode): boolean {
	const text = JSON.stringify(parameters);
	const expressions = [...text.matchAll(EXPRESSION)].map(([, code = '']) => code);
	const code = typeof parameters.jsCode === 'string' ? [parameters.jsCode] : [];
	return [...expressions, ...code].some((one) => /\berror\b/.test(one));
}

/** Finds the workflow that has a node: the one that is given, or one that stands in a node of it. */
function findOwner(file: WorkflowFile, name: string): WorkflowFile | undefined {
	if (file.nodes.some((node) => node.name === name)) return file;
	return listAllNodes(file)
		.filter((node) => node.disabled !== true)
		.map(readCalled)
		.flatMap((called) => (called?.kind === 'inline' ? [called.workflow] : []))
		.find(({ nodes }) => nodes.some((node) => node.name === name));
}
