import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { VoiceAgentClient } from '../shared/client/client';
import { toNodeApiError } from '../shared/client/errors';
import { failedDeliveries } from './failedDeliveries';
import { hasFailed } from './failureScan';
import { readFilters, matchesFilters, requestFilters } from './filters';
import { toItems } from './items';
import { log } from './log';
import { newestMessage } from './messageList';
import { MessagePages, startPollTime } from './messagePages';
import { newMessages } from './newMessages';
import { Outage, type PollFailure } from './outage';
import type { Items, PollResult, Settings } from './pollTypes';
import { SENT_WITHIN_HOURS } from './properties';
import { StateStore } from './state';

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
 * The contexts in which a poll has begun: n8n makes one when it publishes a
 * workflow or starts, and polls in it at once.
 */
const usedContexts = new WeakSet<IPollFunctions>();

/**
 * The messages, or those whose delivery has failed, since the last poll, oldest first; null for none. n8n
 * stores the state with the hand-over.
 * @throws NodeApiError when the service does not answer, once until it answers again; NodeOperationError for
 * settings that cannot work.
 */
export async function poll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() === 'manual') return await preview(context);
	const owner = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	const trigger = triggers.get(owner) ?? new Trigger();
	triggers.set(owner, trigger);
	if (trigger.isPolling) return null;
	trigger.isPolling = true;
	try {
		return await pollOnce(context, owner, trigger);
	} finally {
		trigger.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, owner: string, { outage, named }: Trigger): Promise<Items> {
	const isActivation = isActivationPoll(context, outage);
	if (outage.isResting && !isActivation) return null;
	const time = startPollTime(getBudgetMs(context, isActivation));
	const store = new StateStore(context, owner);
	const settings = await readSettings(context).catch((error: PollFailure['error']) => error);
	const { items, failure }: PollResult =
		settings instanceof Error
			? { items: null, failure: { error: settings, cause: 'settings' } }
			: await findFor(settings)({ context, owner, settings, store, time, named });
	if (items || !failure) {
		outage.end(context, failure?.restUntil);
		return items;
	}
	const isFirst = !outage.isOn;
	const shouldReport = outage.begin(failure);
	if (isActivation ? isRefusedAtActivation(context, store, failure.cause) : shouldReport) {
		if (!isActivation) outage.markReported(failure);
		throw failure.error;
	}
	const { message, description } = failure.error;
	log(context, isFirst ? 'warn' : 'debug', [message, description].filter(Boolean).join('. '));
	return null;
}

const findFor = ({ triggerOn }: Settings) =>
	triggerOn === 'failedDeliveries' ? failedDeliveries : newMessages;

/**
 * Tells if n8n is publishing the workflow, or starting. With its durable scheduler, each poll has a context
 * of its own that says `update`, as the first one after a change does; during an outage it is taken for one
 * of the schedule, so that the outage is told.
 */
function isActivationPoll(context: IPollFunctions, outage: Outage): boolean {
	if (usedContexts.has(context)) return false;
	usedContexts.add(context);
	return context.getActivationMode() !== 'update' || !outage.isOn;
}

/**
 * n8n stops polling for good when the poll at its start fails a few times. So once there is a place to go on
 * from, nothing fails there; a person who publishes still hears of settings that cannot work.
 */
function isRefusedAtActivation(context: IPollFunctions, store: StateStore, cause: string): boolean {
	const isPublishing = ['activate', 'update', 'create'].includes(context.getActivationMode());
	return !store.read() || (cause === 'settings' && isPublishing);
}

function getBudgetMs(context: IPollFunctions, isActivation: boolean): number {
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	return isActivation ? Math.min(budget, ACTIVATION_BUDGET_MS) : budget;
}

/**
 * Reads all of them before the first request: a poll that overlaps this one
 * ends the evaluation of expressions for both.
 */
async function readSettings(context: IPollFunctions): Promise<Settings> {
	const authentication = context.getNodeParameter('authentication', 'apiKey');
	const simplify = context.getNodeParameter('simplify', true) === true;
	const triggerOn = String(context.getNodeParameter('triggerOn', 'newMessages'));
	const filters = readFilters(context, triggerOn === 'failedDeliveries' ? 'outbound' : undefined);
	const sentWithinHours = readSentWithinHours(context);
	const client = await VoiceAgentClient.open(context, authentication);
	return { triggerOn, filters, sentWithinHours, simplify, client };
}

/** Reads the option. @throws NodeOperationError if it is not a number from 1 to 72. */
function readSentWithinHours(context: IPollFunctions): number {
	const { default: usual, least, most } = SENT_WITHIN_HOURS;
	const value = context.getNodeParameter('options.sentWithinHours', usual);
	const hours = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
	if (hours >= least && hours <= most) return hours;
	throw new NodeOperationError(
		context.getNode(),
		`'Sent Within (Hours)' "${String(value)}" is not a number from ${least} to ${most}`,
		{ description: `Enter a number like ${usual}, or remove the option for ${usual} hours.` },
	);
}

/** The newest message that would start the workflow, for a person who builds it. Moves nothing. */
async function preview(context: IPollFunctions): Promise<Items> {
	const { triggerOn, filters, simplify, client } = await readSettings(context);
	const time = startPollTime(DEFAULT_BUDGET_MS);
	const pages = new MessagePages(client, requestFilters(filters), time);
	const isForFailed = triggerOn === 'failedDeliveries';
	const newest = await newestMessage(
		({ message }) => matchesFilters(filters, message) && (!isForFailed || hasFailed(message)),
		pages,
	);
	if (newest) return [toItems([newest.message], simplify)];
	if (pages.stop?.kind === 'failed') throw toNodeApiError(pages.stop.report, context.getNode());
	if (isForFailed) {
		throw new NodeOperationError(context.getNode(), 'None of the latest messages has a failed delivery', {
			description: 'Publish the workflow: it starts when a message cannot be delivered.',
		});
	}
	throw new NodeOperationError(context.getNode(), 'No message matches these settings yet', {
		description: 'Send one to try the workflow, or choose fewer restrictions.',
	});
}
