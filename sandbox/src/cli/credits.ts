import { Argument, Option, type Command } from 'commander';
import { integerBetween, numberBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Entry {
	kind: string;
	amount: number;
	balance: number;
	description: string;
	created_at: string;
}
interface Credits {
	balance: number;
	currency: string;
	entries: Entry[];
	total: number;
}
interface Checkouts {
	checkouts: Array<{ url: string; amount: number; status: string; created_at: string }>;
}
interface PageOptions {
	limit?: number;
	offset?: number;
}

const limit = new Option('--limit <number>', 'how many at most')
	.argParser(integerBetween(1, 1000))
	.default(20);

/** Commands about the account's credits. */
export function creditCommands(): Command[] {
	return [
		remoteCommand<PageOptions, Credits>({
			name: 'credits',
			description: 'show the balance and what changed it, newest first',
			options: [
				limit,
				new Option('--offset <number>', 'how many to skip').argParser(integerBetween(0, 1_000_000_000)),
			],
			call: (remote, { limit, offset }) => remote.call('GET', `/credits${queryOf({ limit, offset })}`),
			print: ({ balance, currency, entries, total }) =>
				[
					`Balance: ${balance} ${currency}`,
					table(entries, [
						['when', (entry) => entry.created_at],
						['kind', ({ kind }) => kind],
						['amount', ({ amount }) => amount],
						['balance', (entry) => entry.balance],
						['for', ({ description }) => description],
					]),
					`${entries.length} of ${total}`,
				].join('\n'),
		}),
		remoteCommand<{ description?: string }, Entry>({
			name: 'adjust-credits',
			description: 'add credits without a checkout, or take some: adjust-credits -- -20',
			arguments: [
				new Argument('<usd>', 'how much to add; negative to take').argParser(
					numberBetween(-1_000_000, 1_000_000),
				),
			],
			options: [new Option('--description <text>', 'what for')],
			call: (remote, { description }, usd) =>
				remote.call('POST', '/credits', { amount: Number(usd), description }),
			print: ({ balance }) => `Balance: ${balance} USD`,
		}),
		remoteCommand<{ limit?: number }, Checkouts>({
			name: 'checkouts',
			description: 'list purchases of credits, newest first',
			options: [limit],
			call: (remote, { limit }) => remote.call('GET', `/checkouts${queryOf({ limit })}`),
			print: ({ checkouts }) =>
				[
					table(checkouts, [
						['opened', (checkout) => checkout.created_at],
						['status', ({ status }) => status],
						['USD', ({ amount }) => amount],
					]),
					...checkouts.filter(({ status }) => status === 'open').map(({ url }) => `To pay: ${url}`),
				].join('\n'),
		}),
	];
}
