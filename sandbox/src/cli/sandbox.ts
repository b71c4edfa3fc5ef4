import { Option, type Command } from 'commander';
import { SEEDS } from '../seed/seed.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Status {
	name: string;
	version: string;
	url: string;
	now: string;
	data: string | null;
	deliveries: { pending: number; succeeded: number; dead_lettered: number };
}
interface RequestOptions {
	path?: string;
	limit?: number;
	waitFor?: number;
	timeoutMs?: number;
}
interface Requests {
	requests: Array<{
		received_at: string;
		method: string;
		path: string;
		status: number | null;
		duration_ms: number | null;
		body: unknown;
	}>;
	total: number;
	peak_in_flight: number;
	reached: boolean;
}
interface MessageOptions {
	limit?: number;
	offset?: number;
}
interface Messages {
	messages: Array<{
		id: string;
		channel: string;
		created_at: string;
		from_number: string;
		to_number: string;
		status: string;
		body: string;
	}>;
	total: number;
}

/** Commands about the sandbox as a whole. */
export function sandboxCommands(): Command[] {
	return [
		remoteCommand<object, Status>({
			name: 'status',
			description: 'say whether a sandbox runs, and how it is',
			call: (remote) => remote.call('GET', '/status'),
			print: ({ name, version, url, now, data, deliveries }) =>
				[
					`${name} ${version} runs at ${url}`,
					`Its time: ${now}`,
					`Data: ${data ?? 'temporary; gone when it stops'}`,
					`Deliveries: ${deliveries.pending} pending, ${deliveries.succeeded} succeeded, ${deliveries.dead_lettered} given up`,
				].join('\n'),
		}),
		remoteCommand<MessageOptions, Messages>({
			name: 'messages',
			description: 'list messages of both channels, newest first',
			options: [
				new Option('--limit <number>', 'how many at most').argParser(integerBetween(1, 1000)).default(20),
				new Option('--offset <number>', 'how many to skip').argParser(integerBetween(0, 1_000_000_000)),
			],
			call: (remote, { limit, offset }) => remote.call('GET', `/messages${queryOf({ limit, offset })}`),
			print: ({ messages, total }) =>
				[
					table(messages, [
						['created', (message) => message.created_at],
						['channel', ({ channel }) => channel],
						['from', (message) => message.from_number],
						['to', (message) => message.to_number],
						['status', ({ status }) => status],
						['text', ({ body }) => body],
						['id', ({ id }) => id],
					]),
					`${messages.length} of ${total}`,
				].join('\n'),
		}),
		remoteCommand<RequestOptions, Requests>({
			name: 'requests',
			description: 'list the requests that the service received, oldest first',
			options: [
				new Option('--path <path>', 'to this path only, e.g. /functions/v1/list-messages'),
				new Option('--limit <number>', 'the latest so many').argParser(integerBetween(1, 10_000)).default(50),
				new Option('--wait-for <number>', 'wait until there are so many').argParser(
					integerBetween(0, 1_000_000),
				),
				new Option('--timeout-ms <number>', 'wait no longer').argParser(integerBetween(0, 120_000)),
			],
			call: (remote, { path, limit, waitFor, timeoutMs }) =>
				remote.call('GET', `/requests${queryOf({ path, limit, wait_for: waitFor, timeout_ms: timeoutMs })}`),
			print: ({ requests, total, peak_in_flight: peak, reached }) =>
				[
					table(requests, [
						['received', (request) => request.received_at],
						['method', ({ method }) => method],
						['path', ({ path }) => path],
						['status', ({ status }) => status],
						['ms', (request) => request.duration_ms],
						['body', ({ body }) => JSON.stringify(body)],
					]),
					`${requests.length} of ${total}; at most ${peak} at once${reached ? '' : '; the wait timed out'}`,
				].join('\n'),
		}),
		remoteCommand<object, { cleared: boolean }>({
			name: 'clear-requests',
			description: 'forget the requests received until now',
			call: (remote) => remote.call('DELETE', '/requests'),
			print: () => 'No requests are kept any more.',
		}),
		remoteCommand<{ seed?: string }, { seed: string }>({
			name: 'reset',
			description: 'take everything back to the first rows and to real time; the first API key stays',
			options: [new Option('--seed <name>', 'what the account then holds').choices(SEEDS)],
			call: (remote, { seed }) => remote.call('POST', '/reset', { seed }),
			print: ({ seed }) => `The sandbox is as new (seed "${seed}").`,
		}),
		remoteCommand<
			object,
			{ numbers: Array<{ phone_number: string; friendly_name: string; is_active: boolean }> }
		>({
			name: 'numbers',
			description: "list the account's service numbers",
			call: (remote) => remote.call('GET', '/numbers'),
			print: ({ numbers }) =>
				table(numbers, [
					['number', (number) => number.phone_number],
					['name', (number) => number.friendly_name],
					['active', (number) => number.is_active],
				]),
		}),
	];
}
