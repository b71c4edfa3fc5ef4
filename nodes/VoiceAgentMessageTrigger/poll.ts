import { type INode, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { VoiceAgentClient } from '../shared/client/client';
import { toNodeApiError } from '../shared/client/errors';
import { writeLog } from '../shared/n8n/log';
import { getNodeKey, type NodeState } from '../shared/n8n/nodeState';
import { getPollBudgetMs, isFirstPollIn, isPublishing } from '../shared/n8n/pollContext';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';
import { hasFailed } from '../shared/wire/records';
import { selectNewestBurst } from './conversations';
import { findFailedDeliveries } from './failedDeliveries';
import { newestMessages } from './messageList';
import { type PollTime, startPollTime } from './messagePages';
import { findNewMessages } from './newMessages';
import { Outage, type PollFailure } from './outage';
import { type Items, openState, type PollResult, PollRun } from './pollRun';
import { matchesFilters, readSettings } from './settings';
import type { State } from './state';

/** The time that a poll may take if n8n names none, as before 2.41, in milliseconds. */
const DEFAULT_BUDGET_MS = 300_000;

/**
 * The time that a poll may take while n8n waits for it to publish a workflow or to start, in milliseconds.
 */
const ACTIVATION_BUDGET_MS = 40_000;

/** The state that this process keeps of a published trigger. */
class Trigger {
	/** n8n starts the next poll even if the last one has not come back. */
	isPolling = false;

	readonly outage = new Outage();

	/** The records without an ID or a time that were named in the log. */
	readonly named = new Set<string>();
}

const triggers = new Map<string, Trigger>();

/**
 * The messages, or those whose delivery has failed, since the last poll, oldest first; null for none. n8n
 * stores the state with the hand-over.
 * @throws NodeApiError when the service does not answer, once until it answers again; NodeOperationError for
 * settings that cannot work.
 */
export async function poll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() === 'manual') return await preview(context);
	const key = getNodeKey(context);
	const trigger = triggers.get(key) ?? new Trigger();
	triggers.set(key, trigger);
	if (trigger.isPolling) return null;
	trigger.isPolling = true;
	try {
		return await pollOnce(context, trigger);
	} finally {
		trigger.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, { outage, named }: Trigger): Promise<Items> {
	const isActivation = isActivationPoll(context, outage);
	if (outage.isResting && !isActivation) return null;
	const budgetMs = getPollBudgetMs(context) ?? DEFAULT_BUDGET_MS;
	const time = startPollTime(isActivation ? Math.min(budgetMs, ACTIVATION_BUDGET_MS) : budgetMs);
	const state = openState(context);
	const run = await openRun(context, time, named).catch((error: Error) => error);
	const { items, failure }: PollResult =
		run instanceof Error
			? { items: null, failure: { error: toSettingsError(run, context.getNode()), cause: 'settings' } }
			: await (run.settings.isForFailures ? findFailedDeliveries : findNewMessages)(run, state);
	if (items || !failure) {
		outage.end(context, failure?.restUntil);
		return items;
	}
	const isFirst = !outage.isOn;
	const shouldReport = outage.begin(failure);
	if (isActivation ? isRefusedAtActivation(context, state, failure.cause) : shouldReport) {
		if (!isActivation) outage.markReported(failure);
		throw failure.error;
	}
	const { message, description } = failure.error;
	writeLog(context, isFirst ? 'warn' : 'debug', [message, description].filter(Boolean).join('. '));
	return null;
}

/**
 * Reads the panel and the credential before the first request: a poll that overlaps this one
 * ends the evaluation of expressions for both.
 * @throws InvalidParameterError for a value of the panel that cannot work; NodeOperationError for a credential that
 * cannot; the error of n8n for an expression that fails.
 */
async function openRun(context: IPollFunctions, time: PollTime, named?: Set<string>): Promise<PollRun> {
	const settings = readSettings(context);
	const client = await VoiceAgentClient.open(context, settings.authentication);
	return new PollRun(context, settings, client, time, named);
}

/** The error with which n8n shows why the panel or the credential cannot work. */
const toSettingsError = (error: Error, node: INode): PollFailure['error'] =>
	error instanceof InvalidParameterError ? error.toNodeOperationError(node) : error;

/**
 * Tells if n8n waits for this poll, to publish the workflow or to start. During an outage, the first poll in
 * a context that says `update` is taken for one of the schedule, so that the outage is told.
 */
const isActivationPoll = (context: IPollFunctions, outage: Outage): boolean =>
	isFirstPollIn(context) && (context.getActivationMode() !== 'update' || !outage.isOn);

/**
 * n8n stops polling for good when the poll at its start fails a few times. So once there is a place to go on
 * from, nothing fails there; a person who publishes still hears of settings that cannot work.
 */
const isRefusedAtActivation = (
	context: IPollFunctions,
	state: NodeState<State>,
	cause: PollFailure['cause'],
): boolean => !state.read() || (cause === 'settings' && isPublishing(context));

/**
 * The newest message that would start the workflow, or the newest conversation without waiting, for a
 * person who builds it. Moves nothing.
 */
async function preview(context: IPollFunctions): Promise<Items> {
	const run = await openRun(context, startPollTime(DEFAULT_BUDGET_MS)).catch((error: Error) => {
		throw toSettingsError(error, context.getNode());
	});
	const { filters, isForFailures, pauseMs } = run.settings;
	const pages = run.openPages();
	const found = await newestMessages(
		({ message }) => matchesFilters(filters, message) && (!isForFailures || hasFailed(message)),
		pages,
	);
	const newest = pauseMs === undefined ? found.slice(0, 1) : selectNewestBurst(found, pauseMs);
	if (newest.length > 0) return run.toItems(newest);
	if (pages.stop?.kind === 'failed') throw toNodeApiError(pages.stop.report, context.getNode());
	if (isForFailures) {
		throw new NodeOperationError(context.getNode(), 'None of the latest messages has a failed delivery', {
			description: 'Publish the workflow: it starts when a message cannot be delivered.',
		});
	}
	throw new NodeOperationError(context.getNode(), 'No message matches these settings yet', {
		description: 'Send one to try the workflow, or choose fewer restrictions.',
	});
}
