import { Argument, Command, Option } from 'commander';
import { FLAW_KINDS } from '../webhooks/flaws.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { table } from './table.ts';

interface BadDeliveries {
	bad_deliveries: Array<{ kind: string; remaining: number }>;
}

/** `bad-deliveries`: what a receiver must be able to bear. */
export function badDeliveriesCommand(): Command {
	return new Command('bad-deliveries')
		.description('have the next webhook deliveries go wrong')
		.addCommand(
			remoteCommand<{ count?: number }, BadDeliveries>({
				name: 'add',
				description: 'sign the next deliveries wrongly, send them twice, or send them in reverse order',
				arguments: [new Argument('<kind>', 'what is to be wrong').choices(FLAW_KINDS)],
				options: [
					new Option('--count <number>', 'how many deliveries (default: 1, or 2 to reorder)').argParser(
						integerBetween(1, 10_000),
					),
				],
				call: (remote, { count }, kind) => remote.call('POST', '/bad-deliveries', { kind, count }),
				print,
			}),
		)
		.addCommand(
			remoteCommand<object, BadDeliveries>({
				name: 'list',
				description: 'list what is to go wrong',
				call: (remote) => remote.call('GET', '/bad-deliveries'),
				print,
			}),
		)
		.addCommand(
			remoteCommand<object, BadDeliveries>({
				name: 'clear',
				description: 'have deliveries go right again',
				call: (remote) => remote.call('DELETE', '/bad-deliveries'),
				print,
			}),
		);
}

function print(answer: BadDeliveries): string {
	return table(answer.bad_deliveries, [
		['kind', ({ kind }) => kind],
		['next deliveries', ({ remaining }) => remaining],
	]);
}
