import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isSameNumber } from '../../numbers/spellings';
import { agentLocator, phoneNumberLocator } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ServiceError } from '../../service/failure';
import { toResult } from '../../text/result';
import { parsePage, fetchRecordsInPages } from '../../service/paging';
import { canCall } from '../../service/records';
import { toServiceTime } from '../../service/response';
import { type Send, post } from '../../service/request';
import { previewOnlyFields } from '../fields/humanOnly';
import type { Item } from '../fields/item';
import { defineOperation, recordOutput } from '../operation';
import { callHoursFields, createCallHoursRule, readCallHours, timeZoneOption } from './callHours';
import { doNotCallField, readDoNotCall } from './doNotCall';
import { readRecipientList, recipientListFields, recipientListOptions } from './recipientList';
import { fetchOptOuts, optOutOption } from './optOuts';
import { planOutput } from './output';
import {
	createInvalidRecipientError,
	defaultCountryCodeField,
	readRecipientRules,
	toRecipients,
	recipientOptions,
	requireWithinMaximum,
	skipRecipients,
	toWireRecipient,
} from './recipients';
import { computeStart, readSchedule, scheduleOptions } from './schedule';

/** The fields that say who calls, and why. */
const callFields: INodeProperties[] = [
	phoneNumberLocator({
		displayName: 'Call From',
		name: 'callerId',
		search: 'searchCallers',
		description: 'The number that the recipients see: an active number of your account that can make calls',
	}),
	{
		displayName: 'Goal',
		name: 'goal',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Confirm or move the appointment',
		description: 'What the agent should achieve in each call',
	},
	{
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Reminder of an appointment tomorrow',
		description: 'Why the agent is calling',
	},
];

const callOptions: INodeProperties[] = [
	agentLocator({
		description: "The agent that makes the calls. Without it, the agent of the number in 'Call From' does.",
		listPlaceholder: "Agent of 'Call From'",
		required: false,
	}),
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Appointment reminders, week 23',
		description: 'Name of the batch call, for the dashboard. By default it is that of the workflow.',
	},
];

/**
 * Calls batch-calls with the action create. The node reads recipients from the given list, skips
 * those who must not be called, and sends the others in the request.
 */
export const createBatchCall = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create batch call',
	pastTense: 'created',
	description:
		"Preview a batch call or, with 'Preview Only' off, start or schedule it. Each dial costs 0.005 USD plus the minutes.",
	properties: [
		...previewOnlyFields(
			'previewOnly',
			'Whether to return the request, the counts and an estimate of the dial costs without making any calls',
		),
		...callFields,
		...recipientListFields,
		defaultCountryCodeField,
		doNotCallField,
		...callHoursFields,
	],
	options: [
		...callOptions,
		...recipientListOptions,
		...recipientOptions,
		optOutOption,
		timeZoneOption,
		...scheduleOptions,
	],
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'Check whether the dashboard shows the batch call before you create it again.',
	output: recordOutput({ wrapper: 'batch', recordFields: ['id', 'status', 'total_recipients'] }),
	sendsOneRequestForAllItems: ({ parameters }) => parameters.choice('recipientsFrom') === 'items',
	fieldsOnlyThePanelSets: {
		action: 'Operation',
		caller_id: 'Call From',
		recipients: 'Recipients',
		scheduled_at: 'Scheduled At',
		send_now: 'Scheduled At',
		window_days: 'Weekdays',
		window_end_time: 'Service Window End',
		window_start_time: 'Service Window Start',
	},
	async request(item, items, send) {
		const { parameters, options } = item;
		const isPreview = parameters.boolean('previewOnly');
		const callFrom = parameters.phoneNumberOrId('callerId', CALL_FROM_ADVICE);
		const fields = { ...readCallFields(item), ...readSchedule(options) };
		const { defaultCountryCode, skipsInvalid, maximum } = readRecipientRules(item);
		const optOutDays = options.isAdded('leaveOutOptOuts') ? options.integer('leaveOutOptOuts') : undefined;

		const list = readRecipientList(item, items);
		const listed = toRecipients(list, defaultCountryCode);
		const refusal = skipsInvalid ? undefined : createInvalidRecipientError(listed, item);
		// A preview lists all invalid recipients instead.
		if (refusal && !isPreview) throw refusal;
		const doNotCall = readDoNotCall(item, list, listed, defaultCountryCode);
		const callHours = readCallHours(item, list);

		const { callerId, now } = await fetchCaller(callFrom, send);
		const startsAt = computeStart(fields, now);
		const recipients = skipRecipients(listed, [
			doNotCall,
			optOutDays === undefined ? undefined : await fetchOptOuts(item, send, optOutDays, now),
			callHours && createCallHoursRule(callHours, startsAt),
		]);
		requireWithinMaximum(recipients, maximum);
		return {
			...post('batch-calls', {
				action: 'create',
				caller_id: callerId,
				recipients: recipients.toCall.map(toWireRecipient),
				...fields,
			}),
			...planOutput({
				recipients,
				isPreview,
				isRefused: refusal !== undefined,
				hasGoalOrPurpose: parameters.has('goal') || parameters.has('purpose'),
				scheduledAt: fields.scheduled_at === undefined ? undefined : startsAt,
				timeZone: item.context.getTimezone(),
			}),
		};
	},
});

/** Reads who makes the calls and why. Fields without a value are not sent. */
const readCallFields = ({ parameters, options, context }: Item): IDataObject => ({
	name: options.isAdded('name')
		? options.requireNonEmptyText('name', 'Enter a name for the batch call, or remove the option.')
		: (context.getWorkflow().name ?? 'n8n'),
	...(options.has('agentId') && { agent_id: options.id('agentId') }),
	...(parameters.has('purpose') && { purpose: parameters.text('purpose') }),
	...(parameters.has('goal') && { goal: parameters.text('goal') }),
});

const CALL_FROM_ADVICE = "Choose a number from the list of 'Call From'. No calls were made.";

/**
 * Looks up the number that a batch call comes from: it has to be an active number of the account that can make calls.
 * @returns The number as the account has it, and the time of the service in milliseconds since 1970.
 * @throws InvalidParameterError if it is not; ServiceError if the service does not answer.
 */
async function fetchCaller(callFrom: string, send: Send): Promise<{ callerId: string; now: number }> {
	let now = Date.now();
	const fetching = fetchRecordsInPages(
		async (offset, limit) => {
			const request = post('list-phone-numbers', { limit, offset });
			const answer = await send(request, (body) => parsePage(body, ['numbers']));
			now = toServiceTime(answer);
			return answer.body;
		},
		1,
		1,
		({ phone_number: number }) => isSameNumber(number, callFrom),
	);
	const found = await toResult(fetching, ServiceError);
	if (!found.ok) {
		throw found.problem.withAdvice("The number in 'Call From' could not be looked up. No calls were made.");
	}
	const [number] = found.value;
	const problem = describeCallerProblem(number);
	if (problem === undefined) return { callerId: String(number?.phone_number), now };
	throw new InvalidParameterError(`'Call From' ${callFrom} ${problem}`, CALL_FROM_ADVICE);
}

function describeCallerProblem(number: IDataObject | undefined): string | undefined {
	if (!number) return 'is not a number of your account';
	if (number.is_active === false) return 'is not active';
	return canCall(number) ? undefined : 'cannot make calls';
}
