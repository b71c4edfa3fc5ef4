import { Argument, Command, Option } from 'commander';
import { remoteCommand } from './command.ts';
import { table } from './table.ts';

interface Account {
	id: string;
	phone_number_id: string;
	display_number: string;
	connected: boolean;
	webhook_url: string | null;
}
interface AccountOptions {
	webhook?: string | boolean;
	connected?: string;
}

const webhook = new Option('--webhook <url>', 'where its raw inbound messages are sent, unsigned');

/** `chatapp-accounts`: business numbers on the chat-app channel. */
export function chatAppCommand(): Command {
	return new Command('chatapp-accounts')
		.description('manage connected chat-app business numbers')
		.addCommand(
			remoteCommand<object, { chatapp_accounts: Account[] }>({
				name: 'list',
				description: 'list chat-app accounts',
				call: (remote) => remote.call('GET', '/chatapp-accounts'),
				print: (answer) => print(answer.chatapp_accounts),
			}),
		)
		.addCommand(
			remoteCommand<AccountOptions, Account>({
				name: 'add',
				description: 'connect a business number',
				arguments: [
					new Argument('<phone-number-id>', 'its opaque numeric id'),
					new Argument('<display-number>', 'the number that people see, E.164'),
				],
				options: [webhook],
				call: (remote, options, phoneNumberId, displayNumber) =>
					remote.call('POST', '/chatapp-accounts', {
						phone_number_id: phoneNumberId,
						display_number: displayNumber,
						...(typeof options.webhook === 'string' && { webhook_url: options.webhook }),
					}),
				print: (account) => print([account]),
			}),
		)
		.addCommand(
			remoteCommand<AccountOptions, Account>({
				name: 'change',
				description: 'connect or disconnect a business number, set or clear its webhook URL',
				arguments: [new Argument('<id>', 'its id or phone_number_id')],
				options: [
					webhook,
					new Option('--no-webhook', 'clear its webhook URL'),
					new Option('--connected <yes-or-no>', 'whether messages can be sent').choices(['yes', 'no']),
				],
				call: (remote, options, id = '') =>
					remote.call('PATCH', `/chatapp-accounts/${encodeURIComponent(id)}`, {
						...(options.webhook === false && { webhook_url: null }),
						...(typeof options.webhook === 'string' && { webhook_url: options.webhook }),
						...(options.connected && { connected: options.connected === 'yes' }),
					}),
				print: (account) => print([account]),
			}),
		);
}

function print(accounts: readonly Account[]): string {
	return table(accounts, [
		['id', ({ id }) => id],
		['phone number id', (account) => account.phone_number_id],
		['number', (account) => account.display_number],
		['connected', ({ connected }) => connected],
		['webhook URL', (account) => account.webhook_url],
	]);
}
