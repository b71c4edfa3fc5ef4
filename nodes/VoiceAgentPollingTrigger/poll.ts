import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { groupByConversation, selectNewestBurst } from '../messages/burst';
import { toConversationItem } from '../messages/conversation';
import { toMessageItem } from '../messages/message';
import { toChatInput } from '../messages/transcript';
import { SIMPLIFIED_LISTED_MESSAGE } from '../messages/messageRecord';
import { writeLog, getNodeKey } from '../n8n/node';
import { NodeState, getPollBudgetMs, isFirstPollIn, isPublishing } from '../n8n/polling';
import { ServiceError, assess, type Failure } from '../service/failure';
import { simplify } from '../service/records';
import { findRetryAfter, RETRY_LIMITS } from '../service/retry';
import { findFailedDeliveries } from './failedDeliveries';
import {
	createMessageList,
	type DatedMessage,
	type PollRun,
	toOldestFirst,
	parseState,
	type State,
	hashAccount,
} from './messageSearch';
import { findNewMessages } from './newMessages';
import { readPollingSettings, type Settings } from './settings';
import { toNodeError } from '../n8n/errors';
import { createSend, VoiceAgentClient } from '../service/request';
import { toResult } from '../text/result';

/** The time that a poll may take if n8n names none, as before 2.41, in milliseconds. */
const DEFAULT_BUDGET_MS = 300_000;

/** The time that a poll may take while n8n waits for it to publish a workflow or to start, in milliseconds. */
const ACTIVATION_BUDGET_MS = 40_000;

/** The most messages that a manual poll looks through for one that would start the workflow. */
const MAX_SEARCHED_MESSAGES = 1_000;

/** The field for the states in the static data that all nodes of the workflow share. */
const SHARED_STATES_KEY = 'voiceAgentPollingTrigger';

/** The end of the error message of every poll that fails because of the service. */
const NOTHING_LOST = 'Polling goes on by itself from the same place: no message is lost.';

/** The items that a poll gives n8n; null if there are no messages. */
type PollResult = INodeExecutionData[][] | null;

/** Holds the state of a published trigger in this process, with times in milliseconds since 1970. */
interface TriggerRuntimeState {
	/** True during a poll: n8n starts the next one even if the last has not ended. */
	isPolling: boolean;
	/** The time since which polls have been failing. */
	failingSince?: number;
	/** The kinds of failures since then that a failed execution has reported. */
	reportedFailureKinds: Set<string>;
	/** The time at which the service may be asked again. */
	retryAt: number;
}

const triggers = new Map<string, TriggerRuntimeState>();

/**
 * Returns the new messages since the last poll, or those whose delivery has failed, oldest first; null if there are
 * none. n8n stores the state when it takes the returned items.
 * @throws NodeApiError when the service does not answer, once per outage; NodeOperationError for settings that cannot
 * work.
 */
export async function poll(context: IPollFunctions): Promise<PollResult> {
	if (context.getMode() === 'manual') return await pollManually(context);
	const key = getNodeKey(context);
	const trigger = triggers.get(key) ?? { isPolling: false, reportedFailureKinds: new Set(), retryAt: 0 };
	triggers.set(key, trigger);
	if (trigger.isPolling) return null;
	trigger.isPolling = true;
	try {
		return await pollOnce(context, trigger);
	} finally {
		trigger.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, trigger: TriggerRuntimeState): Promise<PollResult> {
	// During an outage, a first poll with the activation mode `update` is treated as scheduled, so that the outage is
	// reported: n8n's durable scheduler gives every poll a new context with that mode.
	const isFailing = trigger.failingSince !== undefined;
	const isActivation = isFirstPollIn(context) && (context.getActivationMode() !== 'update' || !isFailing);
	if (!isActivation && trigger.retryAt > Date.now()) return null;
	const budgetMs = getPollBudgetMs(context) ?? DEFAULT_BUDGET_MS;
	const endAt = Date.now() + (isActivation ? Math.min(budgetMs, ACTIVATION_BUDGET_MS) : budgetMs);
	const state = new NodeState(context, SHARED_STATES_KEY, parseState);
	const found = await toResult(findItems(context, state, endAt), Error);
	if (!found.ok) return reportFailure(context, trigger, found.problem, { isActivation, state });
	if (isFailing) writeLog(context, 'info', 'Polling works again, and goes on from the same place.');
	delete trigger.failingSince;
	trigger.reportedFailureKinds.clear();
	return found.value;
}

async function findItems(
	context: IPollFunctions,
	state: NodeState<State>,
	endAt: number,
): Promise<PollResult> {
	const pollRun = await preparePoll(context, endAt);
	const { settings } = pollRun;
	const find = settings.triggersOnFailedDeliveries ? findFailedDeliveries : findNewMessages;
	const items = toPollItems(context, settings, await find(pollRun, state));
	return items.length > 0 ? [items] : null;
}

/** Returns the failed request's failure, if that caused the error. */
const toFailure = (error: Error): Failure | undefined =>
	error instanceof ServiceError ? error.request?.failure : undefined;

/**
 * Reports a failed poll once, by a failed execution, and not again with every poll. A failure of another kind, such
 * as a credential that is refused during an outage, is reported too. n8n stops polling for good if the poll at
 * startup fails a few times, so that poll does not throw once a state is stored. A person who publishes still hears
 * of settings that cannot work.
 * @returns null, if it is not to be reported.
 */
function reportFailure(
	context: IPollFunctions,
	trigger: TriggerRuntimeState,
	error: Error,
	{ isActivation, state }: { isActivation: boolean; state: NodeState<State> },
): null {
	const isFirst = trigger.failingSince === undefined;
	trigger.failingSince ??= Date.now();
	const failure = toFailure(error);
	const retryAfterMs = (failure && findRetryAfter(failure)) ?? 0;
	trigger.retryAt = Date.now() + retryAfterMs;
	const isServiceError = error instanceof ServiceError;
	const nodeError = toNodeError(isServiceError ? error.withAdvice(NOTHING_LOST) : error, context.getNode());
	if (isActivation) {
		if (!state.find() || (!isServiceError && isPublishing(context))) throw nodeError;
	} else {
		// A short Retry-After is usually a rate limit, which the polls wait out: it is not reported.
		const isBrief =
			retryAfterMs > 0 && trigger.retryAt - trigger.failingSince <= RETRY_LIMITS.maxRetryAfterMs;
		const isOutage = failure && assess(failure).isTransient;
		const failureKind = isOutage
			? 'outage'
			: isServiceError
				? (error.report.reason ?? error.message)
				: 'settings';
		if (!isBrief && !trigger.reportedFailureKinds.has(failureKind)) {
			trigger.reportedFailureKinds.add(failureKind);
			throw nodeError;
		}
	}
	const line = [nodeError.message, nodeError.description].filter(Boolean).join('. ');
	writeLog(context, isFirst ? 'warn' : 'debug', line);
	return null;
}

/**
 * Returns the newest message that would start the workflow, or the newest conversation without waiting for a pause, for
 * a person who is building the workflow. Leaves the stored state as it is.
 */
async function pollManually(context: IPollFunctions): Promise<PollResult> {
	const newest = await toResult(findNewest(context));
	if (!newest.ok) throw toNodeError(newest.problem, context.getNode());
	return [newest.value];
}

async function findNewest(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { send, reading, settings } = await preparePoll(context, Date.now() + DEFAULT_BUDGET_MS);
	const { triggersOnFailedDeliveries, pauseMs } = settings;
	const startsWorkflow = ({ record }: DatedMessage) => record !== undefined;
	await reading.fetchUntil(
		send,
		({ kept, count }) => kept.some(startsWorkflow) || count >= MAX_SEARCHED_MESSAGES,
	);
	const found = toOldestFirst(reading).filter(startsWorkflow).toReversed();
	const newest = pauseMs === undefined ? found.slice(0, 1) : selectNewestBurst(found, pauseMs);
	if (newest.length > 0) return toPollItems(context, settings, newest);
	throw triggersOnFailedDeliveries
		? new NodeOperationError(context.getNode(), 'None of the latest messages has a failed delivery', {
				description: 'Publish the workflow: it starts when a message cannot be delivered.',
			})
		: new NodeOperationError(context.getNode(), 'No message matches these settings yet', {
				description: 'Send one to try the workflow, or choose fewer restrictions.',
			});
}

const MAX_POLL_RETRIES = 4;

/**
 * Prepares a poll: it reads the parameters and the credential before the first request, because n8n can evaluate no
 * expression for a poll any more once another one that overlaps it has ended.
 * @param endAt The time by which the poll has to end, in milliseconds since 1970.
 * @throws InvalidParameterError for a value of the panel that cannot work; NodeOperationError for a credential that
 * cannot; the error of n8n for an expression that fails.
 */
async function preparePoll(context: IPollFunctions, endAt: number): Promise<PollRun> {
	const settings = readPollingSettings(context);
	const client = await VoiceAgentClient.open(context, settings.authentication);
	return {
		settings,
		account: hashAccount(client, getNodeKey(context)),
		send: createSend(client, {
			idempotent: true,
			maxRetries: MAX_POLL_RETRIES,
			endAt,
		}),
		reading: createMessageList(settings),
		endAt,
		log: (level, text) => writeLog(context, level, text),
	};
}

/**
 * Makes one item per message, or per conversation if the trigger waits for pauses, in the given order, the oldest
 * first. Fields that the service omits stay absent.
 */
function toPollItems(
	context: IPollFunctions,
	{ pauseMs, simplify: isSimplified }: Settings,
	rows: DatedMessage[],
): INodeExecutionData[] {
	if (pauseMs === undefined) {
		return rows.map((message) => {
			const { record = {} } = message;
			return {
				json: {
					...(isSimplified ? simplify(record, SIMPLIFIED_LISTED_MESSAGE) : record),
					message: toMessageItem(message),
					...toChatInput([message]),
				},
			};
		});
	}
	const timeZone = context.getTimezone();
	return groupByConversation(rows).map((messages) => ({ json: toConversationItem(messages, timeZone) }));
}
