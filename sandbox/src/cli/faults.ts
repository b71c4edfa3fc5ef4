import { Argument, Command, Option } from 'commander';
import { FAULT_KINDS } from '../faults/faults.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { table } from './table.ts';

interface Fault {
	id: string;
	kind: string;
	endpoint: string;
	remaining: number | null;
	latency_ms: number;
	status: number | null;
	requests_per_second: number | null;
}
interface AddOptions {
	endpoint?: string;
	count?: number;
	always?: boolean;
	latencyMs?: number;
	status?: number;
	retryAfter?: number;
	body?: string;
	requestsPerSecond?: number;
}

const option = (flags: string, description: string, minimum: number, maximum: number) =>
	new Option(flags, description).argParser(integerBetween(minimum, maximum));

/** `faults`: what goes wrong between a client and the service. */
export function faultsCommand(): Command {
	return new Command('faults')
		.description('make requests to the service go wrong')
		.addCommand(
			remoteCommand<AddOptions, Fault>({
				name: 'add',
				description: 'add a fault; without --count or --always it hits one request',
				arguments: [new Argument('<kind>', 'what goes wrong').choices(FAULT_KINDS)],
				options: [
					new Option('--endpoint <name>', 'e.g. list-messages (default: every endpoint)'),
					option('--count <number>', 'how many requests it hits', 1, 1_000_000),
					new Option('--always', 'every request until it is removed').conflicts('count'),
					option('--latency-ms <number>', 'wait so long first', 0, 600_000),
					option('--status <number>', 'HTTP status of the answer', 200, 599),
					option('--retry-after <seconds>', 'send a Retry-After header', 0, 86_400),
					new Option('--body <text>', 'text of the answer'),
					option('--requests-per-second <number>', 'for rate_limit: what is let through', 1, 1_000_000),
				],
				call: (remote, options, kind) =>
					remote.call('POST', '/faults', {
						kind,
						endpoint: options.endpoint,
						count: options.always ? null : options.count,
						latency_ms: options.latencyMs,
						status: options.status,
						retry_after: options.retryAfter,
						body: options.body,
						requests_per_second: options.requestsPerSecond,
					}),
				print: (fault) => print([fault]),
			}),
		)
		.addCommand(
			remoteCommand<object, { faults: Fault[] }>({
				name: 'list',
				description: 'list the faults that are set',
				call: (remote) => remote.call('GET', '/faults'),
				print: ({ faults }) => print(faults),
			}),
		)
		.addCommand(
			remoteCommand<object, { removed: number }>({
				name: 'clear',
				description: 'remove one fault, or all',
				arguments: [new Argument('[id]', 'of the fault')],
				call: (remote, _options, id) =>
					remote.call('DELETE', id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`),
				print: ({ removed }) => `Removed: ${removed}`,
			}),
		);
}

function print(faults: readonly Fault[]): string {
	return table(faults, [
		['id', ({ id }) => id],
		['kind', ({ kind }) => kind],
		['endpoint', ({ endpoint }) => endpoint],
		['hits left', ({ remaining }) => remaining ?? 'all'],
		['latency ms', (fault) => fault.latency_ms],
		['status', ({ status }) => status],
		['per second', (fault) => fault.requests_per_second],
	]);
}
