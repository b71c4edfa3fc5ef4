import type { ServiceRequest } from '../../../shared/client/serviceRequest';
import { previewOnlyFields } from '../../parameters/previewOnly';
import { findCountryCode } from '../../../shared/parameters/phoneNumber';
import { readTime } from '../../../shared/wire/time';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { checkCallFrom } from './callFrom';
import {
	callFields,
	callWindowOptions,
	readCallFields,
	readCallWindow,
	readSchedule,
	scheduleFields,
} from './fields';
import { exclusionOptions, readExclusions } from './exclusions';
import {
	buildCallPreview,
	describePreview,
	testCountryCode,
	TO_CALL,
	type BatchCallPreview,
} from './preview';
import { leaveOut, normalizeRecipients, writeRecipient } from './recipientList';
import { buildEmptyBatchCall, describeBatchCall, describeLeftOut } from './result';
import {
	createInvalidRecipientError,
	readDefaultCountryCode,
	readRecipients,
	readSources,
	recipientFields,
	recipientOptions,
	requireRecipients,
	requireWithinMaximum,
} from './recipients';

/** batch-calls, action create (interface sections 3, 4 and 8). */
export const createBatchCall = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create batch call',
	participle: 'created',
	preview: { parameter: 'previewOnly', action: 'Preview batch call' },
	description:
		"Preview a batch call or, with 'Preview Only' off, start or schedule it. Each dial costs 0.005 USD plus the minutes.",
	properties: [
		...previewOnlyFields('previewOnly', {
			description:
				'Whether to return the request, the counts and an estimate of the dial costs without making any calls',
			toSend: TO_CALL,
		}),
		...callFields,
		...recipientFields,
		...scheduleFields,
	],
	options: [...callWindowOptions, ...recipientOptions, ...exclusionOptions],
	timeout: 'provider',
	idempotent: false,
	ifOutcomeUnknown: 'Check whether the dashboard shows the batch call before you create it again.',
	output: record({ wrapper: 'batch', recordFields: ['id', 'status', 'total_recipients'] }),
	takesAllItems: ({ parameters }) => parameters.choice('recipientsFrom') === 'items',
	check: checkCallFrom,
	ifUnchecked: "The number in 'Call From' could not be looked up. No calls were made.",
	guardedFields: {
		action: 'Operation',
		recipients: 'Recipients',
		scheduled_at: 'Scheduled At',
		send_now: 'Start Now',
		window_days: 'Weekdays',
		window_end_time: 'Call Window End',
		window_start_time: 'Call Window Start',
	},
	async request(item, items, ask) {
		const { parameters, options } = item;
		const isPreview = parameters.boolean('previewOnly');
		const callFrom = parameters.phoneNumber('callerId');
		const entries = readRecipients(item, items);
		const defaultCountryCode = readDefaultCountryCode(options);
		const rules = { defaultCountryCode };
		const given = normalizeRecipients(entries, rules);
		const invalid = createInvalidRecipientError(given.rejected, item);
		// A preview lists all invalid recipients instead.
		if (invalid && !isPreview) throw invalid;
		if (!invalid) requireRecipients(given);
		const schedule = readSchedule(parameters);
		const name = parameters.requiredText('name', 'Enter a name for the batch call.');
		const fields = { ...readCallFields(parameters), ...schedule, ...readCallWindow(options) };
		const campaign = {
			list: given,
			entries,
			readSources: () => readSources(item, items, entries),
			rules,
			startsAt: readTime(schedule.scheduled_at) ?? Date.now(),
		};
		const { exclusions, hint } = await readExclusions(item, campaign, ask);
		const list = leaveOut(given, exclusions);
		requireWithinMaximum(list, parameters);
		const request = post('batch-calls', {
			action: 'create',
			name,
			caller_id: callFrom,
			recipients: list.recipients.map(writeRecipient),
			...fields,
		});
		if (!isPreview) {
			return {
				...request,
				...(list.recipients.length === 0 && { preview: () => buildEmptyBatchCall(list) }),
				extraOutput: describeLeftOut(list),
				hint: describeBatchCall(list, hint),
			};
		}
		const code = defaultCountryCode ?? findCountryCode(callFrom);
		const preview: BatchCallPreview = {
			list,
			isRefused: invalid !== undefined,
			exclusionHint: hint,
			countryCode:
				code === undefined ? undefined : testCountryCode(code, defaultCountryCode !== undefined, entries),
		};
		return {
			...request,
			preview: ({ body }: ServiceRequest) => buildCallPreview(preview, body),
			hint: describePreview(preview),
		};
	},
});
