import { Option, type Command } from 'commander';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { describePublished, type Published } from './published.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Call {
	id: string;
	direction: string;
	from_number: string;
	to_number: string;
	ended_at: string;
	duration_seconds: number;
	batch_id: string | null;
	summary: string;
}
interface CallOptions {
	direction?: string;
	from?: string;
	to?: string;
	seconds?: number;
	summary?: string;
}

/** Commands about calls. */
export function callCommands(): Command[] {
	return [
		remoteCommand<CallOptions, Published & { call: Call }>({
			name: 'call-completed',
			description: 'make a call end',
			options: [
				new Option('--direction <word>', 'who called (default: inbound)').choices(['inbound', 'outbound']),
				new Option('--from <number>', 'the caller, E.164 (default: one of the demo account)'),
				new Option('--to <number>', 'who was called, E.164 (default: one of the demo account)'),
				new Option('--seconds <number>', 'how long it lasted').argParser(integerBetween(0, 86_400)),
				new Option('--summary <text>', 'what it was about'),
			],
			call: (remote, options) =>
				remote.call('POST', '/events/call.completed', {
					direction: options.direction,
					from_number: options.from,
					to_number: options.to,
					duration_seconds: options.seconds,
					summary: options.summary,
				}),
			print: ({ call, ...published }) =>
				[
					`${call.from_number} to ${call.to_number}, ${call.duration_seconds} s: ${call.summary}`,
					`Call ${call.id}`,
					describePublished(published),
				].join('\n'),
		}),
		remoteCommand<{ limit?: number }, { calls: Call[]; total: number }>({
			name: 'calls',
			description: 'list calls that have ended, the latest first',
			options: [
				new Option('--limit <number>', 'how many at most').argParser(integerBetween(1, 1000)).default(20),
			],
			call: (remote, { limit }) => remote.call('GET', `/calls${queryOf({ limit })}`),
			print: ({ calls, total }) =>
				[
					table(calls, [
						['ended', (call) => call.ended_at],
						['direction', ({ direction }) => direction],
						['from', (call) => call.from_number],
						['to', (call) => call.to_number],
						['s', (call) => call.duration_seconds],
						['campaign', (call) => call.batch_id],
						['id', ({ id }) => id],
					]),
					`${calls.length} of ${total}`,
				].join('\n'),
		}),
	];
}
