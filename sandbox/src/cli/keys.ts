import { Argument, Command, Option } from 'commander';
import { remoteCommand } from './command.ts';
import type { Remote } from './remote.ts';
import { table } from './table.ts';

interface Key {
	id: string;
	name: string;
	prefix: string;
	webhook_url: string | null;
	signing_secret: string | null;
	phone_numbers: string[];
	last_used_at: string | null;
	revoked_at: string | null;
}
interface KeyOptions {
	name?: string;
	webhook?: string | false;
	numbers?: string[];
}

const id = new Argument('<id>', 'of the key');
const webhook = new Option('--webhook <url>', 'where its events are sent');
const numbers = new Option('--numbers <number...>', 'the service numbers it is scoped to, E.164');

/** `keys`: the account's API keys. */
export function keysCommand(): Command {
	return new Command('keys')
		.description('manage API keys')
		.addCommand(
			remoteCommand<object, { api_keys: Key[] }>({
				name: 'list',
				description: 'list API keys, newest first',
				call: (remote) => remote.call('GET', '/api-keys'),
				print: (answer) =>
					table(answer.api_keys, [
						['id', ({ id }) => id],
						['name', ({ name }) => name],
						['key', ({ prefix }) => `${prefix}…`],
						['webhook URL', (key) => key.webhook_url],
						['numbers', (key) => key.phone_numbers.join(', ') || 'all'],
						['last used', (key) => key.last_used_at],
						['revoked', (key) => key.revoked_at],
					]),
			}),
		)
		.addCommand(
			remoteCommand<KeyOptions, Key & { key: string }>({
				name: 'create',
				description: 'create an API key; it is shown only once',
				arguments: [new Argument('<name>', 'what it is for')],
				options: [webhook, numbers],
				call: (remote, options, name) => remote.call('POST', '/api-keys', { name, ...toBody(options) }),
				print: (key) => `API key: ${key.key}   (shown only now)\n${describe(key)}`,
			}),
		)
		.addCommand(
			remoteCommand<KeyOptions & { allNumbers?: boolean }, Key>({
				name: 'change',
				description: "change a key's name, webhook URL or numbers",
				arguments: [id],
				options: [
					new Option('--name <text>', 'what it is for'),
					webhook,
					new Option('--no-webhook', 'clear its webhook URL, and with it the signing secret'),
					numbers,
					new Option('--all-numbers', 'scope it to no numbers').conflicts('numbers'),
				],
				call: (remote: Remote, { allNumbers, ...options }, keyId = '') =>
					remote.call('PATCH', `/api-keys/${encodeURIComponent(keyId)}`, {
						...toBody(options),
						...(allNumbers && { phone_numbers: [] }),
					}),
				print: describe,
			}),
		)
		.addCommand(
			remoteCommand<object, Key>({
				name: 'revoke',
				description: 'revoke a key, at once and for good',
				arguments: [id],
				call: (remote, _options, keyId = '') =>
					remote.call('DELETE', `/api-keys/${encodeURIComponent(keyId)}`),
				print: ({ name, prefix }) => `${name} (${prefix}…) is revoked.`,
			}),
		);
}

function toBody({ name, webhook: url, numbers: phoneNumbers }: KeyOptions) {
	return {
		...(name !== undefined && { name }),
		// `--no-webhook` makes it false.
		...(url === false && { webhook_url: null }),
		...(typeof url === 'string' && { webhook_url: url }),
		...(phoneNumbers && { phone_numbers: phoneNumbers }),
	};
}

function describe(key: Key): string {
	return [
		`Id: ${key.id}`,
		`Name: ${key.name}`,
		`Webhook URL: ${key.webhook_url ?? 'none'}`,
		`Signing secret: ${key.signing_secret ?? 'none'}`,
		`Numbers: ${key.phone_numbers.join(', ') || 'all'}`,
	].join('\n');
}
