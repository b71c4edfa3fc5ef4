import { Argument, Command, Option } from 'commander';
import { integerBetween, numberBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Batch {
	id: string;
	name: string;
	status: string;
	total_recipients: number;
	completed_count: number;
	failed_count: number;
	scheduled_at: string | null;
	window_start_time: string;
	window_end_time: string;
	window_days: number[];
	created_at: string;
}
interface Detail extends Batch {
	recipients: Array<{
		phone_number: string;
		name: string | null;
		status: string;
		failure_reason: string | null;
		call_id: string | null;
	}>;
}
interface PageOptions {
	limit?: number;
	offset?: number;
}
interface Pace {
	concurrent_calls: number;
	call_seconds: number;
	ring_seconds: number;
	price_per_minute: number;
	price_per_dial: number;
}
interface PaceOptions {
	concurrentCalls?: number;
	callSeconds?: number;
	ringSeconds?: number;
	pricePerMinute?: number;
}

const page = [
	new Option('--limit <number>', 'how many at most').argParser(integerBetween(1, 1000)).default(50),
	new Option('--offset <number>', 'how many to skip').argParser(integerBetween(0, 1_000_000_000)),
];

/** `batches`: the account's campaigns. */
export function batchesCommand(): Command {
	return new Command('batches')
		.description('look at campaigns of outbound calls, and draft one')
		.addCommand(
			remoteCommand<PageOptions, { batches: Batch[]; total: number }>({
				name: 'list',
				description: 'list campaigns, newest first',
				options: page,
				call: (remote, { limit, offset }) => remote.call('GET', `/batches${queryOf({ limit, offset })}`),
				print: ({ batches, total }) => `${print(batches)}\n${batches.length} of ${total}`,
			}),
		)
		.addCommand(
			remoteCommand<PageOptions, Detail>({
				name: 'show',
				description: 'show a campaign with its recipients',
				arguments: [new Argument('<id>', 'of the campaign')],
				options: page,
				call: (remote, { limit, offset }, id = '') =>
					remote.call('GET', `/batches/${encodeURIComponent(id)}${queryOf({ limit, offset })}`),
				print: (batch) =>
					[
						print([batch]),
						`Calls from ${batch.window_start_time} to ${batch.window_end_time} UTC on days ${batch.window_days.join(', ')}`,
						table(batch.recipients, [
							['number', (recipient) => recipient.phone_number],
							['name', ({ name }) => name],
							['status', ({ status }) => status],
							['why', (recipient) => recipient.failure_reason],
							['call', (recipient) => recipient.call_id],
						]),
					].join('\n'),
			}),
		)
		.addCommand(
			remoteCommand<object, Batch>({
				name: 'draft',
				description: 'save a campaign as a draft',
				arguments: [
					new Argument('<name>', 'of the campaign'),
					new Argument('<caller-id>', 'an active number of the account, E.164'),
					new Argument('<recipients>', 'E.164 numbers with commas between them'),
				],
				call: (remote, _options, name, callerId, recipients = '') =>
					remote.call('POST', '/batches', {
						name,
						caller_id: callerId,
						recipients: recipients.split(',').map((number) => ({ phone_number: number.trim() })),
					}),
				print: (batch) => print([batch]),
			}),
		);
}

/** `calling`: how the simulated calls go. */
export function callingCommand(): Command {
	return new Command('calling')
		.description('see or set how long calls last, how many there can be at once, and what they cost')
		.addCommand(
			remoteCommand<object, Pace>({
				name: 'show',
				description: 'show how calls go',
				call: (remote) => remote.call('GET', '/calling'),
				print: describePace,
			}),
		)
		.addCommand(
			remoteCommand<PaceOptions, Pace>({
				name: 'change',
				description: 'change how calls go, from the next dial on',
				options: [
					new Option('--concurrent-calls <number>', 'how many at once').argParser(integerBetween(1, 10_000)),
					new Option('--call-seconds <number>', 'how long an answered call lasts').argParser(
						integerBetween(0, 86_400),
					),
					new Option('--ring-seconds <number>', 'how long it rings in vain').argParser(
						integerBetween(0, 3600),
					),
					new Option('--price-per-minute <usd>', 'of an answered call').argParser(numberBetween(0, 1000)),
				],
				call: (remote, options) =>
					remote.call('PATCH', '/calling', {
						concurrent_calls: options.concurrentCalls,
						call_seconds: options.callSeconds,
						ring_seconds: options.ringSeconds,
						price_per_minute: options.pricePerMinute,
					}),
				print: describePace,
			}),
		);
}

function print(batches: readonly Batch[]): string {
	return table(batches, [
		['id', ({ id }) => id],
		['name', ({ name }) => name],
		['status', ({ status }) => status],
		['recipients', (batch) => batch.total_recipients],
		['completed', (batch) => batch.completed_count],
		['failed', (batch) => batch.failed_count],
		['scheduled', (batch) => batch.scheduled_at],
		['created', (batch) => batch.created_at],
	]);
}

function describePace(pace: Pace): string {
	return [
		`Calls at once: ${pace.concurrent_calls}`,
		`An answered call lasts ${pace.call_seconds} s; an unanswered one rings ${pace.ring_seconds} s`,
		`A dial costs ${pace.price_per_dial} USD, a begun minute ${pace.price_per_minute} USD`,
	].join('\n');
}
