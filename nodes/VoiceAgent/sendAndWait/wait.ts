import { type IExecuteFunctions, type INodeProperties, WAIT_INDEFINITELY } from 'n8n-workflow';

import { quote, InvalidParameterError } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { SharedWork } from '../../service/concurrency';
import { toAsciiDigits } from '../../text/strings';
import { parseTime } from '../../text/time';

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The option has the shape that n8n's own nodes give it. */
export const waitLimitOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		"When to continue without a reply. The output is then the input of this node, with 'data.timedOut', which is true.",
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Some time after the message was sent',
						},
						{ name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
					],
					description: 'When to stop waiting',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'How long to wait',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					description: 'Unit of the amount',
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'When to continue, in the time zone of the workflow unless the value names another',
				},
			],
		},
	],
};

/**
 * Reads the limit of the wait, as a function that returns the end of a wait that begins now, in milliseconds since 1970.
 * @throws InvalidParameterError for a limit that cannot be read or is over.
 */
export function readWaitLimit(options: ParameterGroup): () => number {
	const limit = options.entry('limitWaitTime');
	if (!limit) return () => WAIT_INDEFINITELY.getTime();
	if (limit.choice('limitType') === 'afterTimeInterval') {
		const wait = readWaitAmount(limit) * (UNIT_MS[limit.choice('resumeUnit')] ?? 0);
		return () => Date.now() + wait;
	}
	const dateTime = limit.dateTime('maxDateAndTime');
	const until = parseTime(dateTime) ?? 0;
	if (until > Date.now()) return () => until;
	throw new InvalidParameterError(
		`${limit.label('maxDateAndTime')} ${quote(dateTime)} is over`,
		'Enter a time that is still to come.',
	);
}

/** How often n8n looks which waits are over, in milliseconds: a limit may take effect that much later. */
const LIMIT_PRECISION_MS = 60_000;

/**
 * Refuses a wait that n8n would not let come to its end: it cancels an execution that was resumed too late, and nobody would
 * get what the person has answered.
 * @param waitEnd When the wait ends, in milliseconds since 1970.
 * @param cancelTime When n8n cancels the execution, in milliseconds since 1970; undefined if never.
 * @throws InvalidParameterError that names the settings.
 */
export function refuseWaitAfterCancel(waitEnd: number, cancelTime: number | undefined): void {
	if (cancelTime === undefined || waitEnd + LIMIT_PRECISION_MS < cancelTime) return;
	throw new InvalidParameterError(
		'n8n would cancel this execution before the wait is over, because the time limit of executions includes the wait',
		"Turn off 'Timeout Workflow' in the settings of the workflow. If n8n has a limit of its own (EXECUTIONS_TIMEOUT), set a longer one there. Or add 'Limit Wait Time' with a shorter time. Nothing was sent.",
	);
}

/** The largest amount: longer than a workflow waits in any unit, and still a date that n8n can store. */
const MAX_WAIT_AMOUNT = 100_000;

function readWaitAmount(limit: ParameterGroup): number {
	const text = toAsciiDigits(limit.text('resumeAmount'));
	const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	if (amount > 0 && amount <= MAX_WAIT_AMOUNT) return amount;
	throw new InvalidParameterError(
		`${limit.label('resumeAmount')} ${quote(text)} is not a number above 0`,
		`Enter a number up to ${MAX_WAIT_AMOUNT}, e.g. 45.`,
	);
}

/** The newest executions of this process that wait for a reply and that another execution called, by the ID of that one. */
const waitingSubWorkflows = new SharedWork<string>({ ttlMs: Infinity, maxKeys: 1_000 });

/**
 * Remembers that a sub-workflow waits for a reply.
 * @param parentId The execution that called it and waits for its result.
 */
export function noteWaitingSubWorkflow(context: IExecuteFunctions, parentId: string): void {
	waitingSubWorkflows.forget(parentId);
	void waitingSubWorkflows.share(parentId, async () => context.getExecutionId());
}

/**
 * Refuses a question of a sub-workflow while another one that was called by the same execution waits, as with Run Once for
 * Each Item: n8n continues with the first answer, and the others are lost. Both run in the same process.
 * @param parentId As in {@link noteWaitingSubWorkflow}.
 * @throws InvalidParameterError that says how to ask several people.
 */
export async function refuseSecondWaitingSubWorkflow(
	context: IExecuteFunctions,
	parentId: string,
): Promise<void> {
	const other = await waitingSubWorkflows.find(parentId);
	if (other === undefined || other === context.getExecutionId()) return;
	const data = await context.getExecutionDataById(other).catch(() => undefined);
	if (!data?.waitTill) return;
	throw new InvalidParameterError(
		`The workflow that called this one waits for an answer already, in execution ${other}`,
		"n8n would continue with the first answer and lose the others. In the calling workflow, set 'Mode' of Execute Sub-workflow to 'Run once with all items', and put it into a Loop Over Items with a batch size of 1. Nothing was sent.",
	);
}
