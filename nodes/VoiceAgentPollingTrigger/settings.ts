import type { IPollFunctions } from 'n8n-workflow';

import type { AuthenticationMethod } from '../service/credentials';
import { readAuthentication } from '../parameters/authenticationFields';
import { ParameterGroup } from '../parameters/parameterGroup';
import { readChannel } from '../conversation/conversation';
import { isSameNumber } from '../numbers/comparableNumber';
import type { ListedMessage } from '../service/records';
import { pollingTriggerProperties, SENT_WITHIN_HOURS } from './properties';

/** The messages that start the workflow. */
export interface Filters {
	/** `inbound`, `outbound` or `any`. */
	direction: string;
	/** The number in the form that list-messages takes; empty for all numbers. */
	phoneNumber: string;
	/** `sms`, `chatapp` or `any`. */
	channel: string;
}

/** The values of the panel. */
export interface Settings {
	authentication: AuthenticationMethod;
	/** True for Failed Deliveries, false for New Messages. */
	triggersOnFailedDeliveries: boolean;
	filters: Filters;
	/** The time for which messages are watched for failed deliveries; 1 to 72. */
	sentWithinHours: number;
	simplify: boolean;
	/**
	 * How long a person must not have written before their messages are handed over, in
	 * milliseconds; 1,000 to 600,000. Undefined if messages are handed over one by one at once.
	 */
	pauseMs?: number;
}

/**
 * Reads the panel.
 * @throws InvalidParameterError for a value that cannot work; the error of n8n for an expression that fails.
 */
export function readSettings(context: IPollFunctions): Settings {
	const group = new ParameterGroup(
		(name) => context.getNodeParameter(name, null, { extractValue: true }),
		pollingTriggerProperties,
		context.getTimezone(),
	);
	const triggersOnFailedDeliveries = group.choice('triggerOn') === 'failedDeliveries';
	const direction = triggersOnFailedDeliveries ? 'outbound' : group.choice('direction');
	const pauseMs = direction === 'outbound' ? undefined : readPauseMs(group);
	return {
		authentication: readAuthentication(group.value('authentication')),
		triggersOnFailedDeliveries,
		filters: { direction, phoneNumber: readNumberFilter(group), channel: group.choice('channel') },
		sentWithinHours: triggersOnFailedDeliveries ? readSentWithinHours(group) : SENT_WITHIN_HOURS.default,
		simplify: pauseMs === undefined && group.boolean('simplify'),
		...(pauseMs !== undefined && { pauseMs }),
	};
}

/** Reads the number. An empty field means all numbers; an expression that gives nothing does not. */
function readNumberFilter(group: ParameterGroup): string {
	const advice =
		'Choose a number from the list, or enter one like +14155550123. Leave empty for all numbers.';
	return group.requireText('phoneNumber') === '' ? '' : group.phoneNumberOrId('phoneNumber', advice);
}

function readSentWithinHours(group: ParameterGroup): number {
	const options = group.collection('options');
	return options.isAdded('sentWithinHours') ? options.number('sentWithinHours') : SENT_WITHIN_HOURS.default;
}

function readPauseMs(group: ParameterGroup): number | undefined {
	const options = group.collection('options');
	return options.isAdded('waitForPause') ? options.integer('waitForPause') * 1_000 : undefined;
}

export const areSameFilters = (a: Filters, b: Filters): boolean =>
	a.direction === b.direction && a.phoneNumber === b.phoneNumber && a.channel === b.channel;

const OPPOSITE: Record<string, string> = { inbound: 'outbound', outbound: 'inbound' };

/**
 * Tells whether a message that was listed with these filters passes them. The service does not have all of them,
 * and may ignore one; it knows best which numbers are the same.
 */
export const matchesFilters = ({ direction, channel }: Filters, message: ListedMessage): boolean =>
	message.direction !== OPPOSITE[direction] && (channel === 'any' || readChannel(message) === channel);

/** Tells whether a message that was listed with other filters passes these, which the trigger had before. */
export const matchesPreviousFilters = (filters: Filters, message: ListedMessage): boolean =>
	matchesFilters(filters, message) &&
	(filters.phoneNumber === '' ||
		[message.from_number, message.to_number].some((number) => isSameNumber(number, filters.phoneNumber)));
