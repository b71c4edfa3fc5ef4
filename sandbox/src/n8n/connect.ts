import { randomBytes } from 'node:crypto';
import type { Control } from '../client/control.ts';
import { CliError } from '../client/command-line.ts';
import { CHAT_APP_EVENT } from './nodes.ts';

/** A trigger that receives events at an address. */
export interface Receiver {
	readonly name: string;
	/** The address at which n8n receives its events. */
	readonly url: string;
	/** The events that it selects, e.g. `sms.received`. */
	readonly events: readonly string[];
}

/** The values by which a trigger knows that an event comes from the service. */
export interface Secrets {
	readonly signingSecret?: string;
	readonly chatAppToken?: string;
}

/** An API key of the service, and the triggers whose credential holds it. */
export interface KeyReceivers {
	readonly apiKeyId: string;
	readonly receivers: readonly Receiver[];
	/** The token by which chat-app messages are recognized, since the service does not sign them; a new one when absent. */
	readonly chatAppToken?: string | undefined;
	/** Writes the secrets into the credential; its other fields stay. */
	readonly write: (secrets: Secrets) => Promise<unknown>;
}

/**
 * Sends the events of the service to the triggers that select them, and writes the secrets into their credentials. Each
 * API key gets a webhook URL, and so do the chat-app accounts. If several keys have a URL, those that name no numbers get
 * all of them, since the service would otherwise send them nothing.
 * @throws {CliError} for triggers of which only one could get its events. After any error, the service is as it was.
 */
export async function connect(control: Control, receiversByKey: readonly KeyReceivers[]): Promise<void> {
	checkReceivers(receiversByKey.map(({ receivers }) => receivers));
	const plans = receiversByKey.map((one) => ({ ...one, ...chooseReceivers(one.receivers) }));
	const undo: Array<() => Promise<unknown>> = [];
	try {
		const { api_keys: keys } = await control('GET', '/api-keys');
		const urls = new Set(
			keys.filter((key) => key.revoked_at === null && key.webhook_url !== null).map(({ id }) => id),
		);
		for (const { apiKeyId, signed } of plans) if (signed) urls.add(apiKeyId);
		for (const { apiKeyId, signed, chatApp, chatAppToken, write } of plans) {
			const before = keys.find(({ id }) => id === apiKeyId);
			let secrets: Secrets = {};
			if (signed) {
				const path = `/api-keys/${apiKeyId}` as const;
				const { webhook_url = null, phone_numbers = [] } = before ?? {};
				undo.unshift(() => control('PATCH', path, { webhook_url, phone_numbers }));
				const scope =
					urls.size > 1 && phone_numbers.length === 0 ? await listNumbers(control) : phone_numbers;
				const changed = await control('PATCH', path, { webhook_url: signed.url, phone_numbers: scope });
				secrets = { signingSecret: changed.signing_secret ?? '' };
			}
			const token = chatAppToken ?? randomBytes(16).toString('hex');
			if (chatApp) secrets = { ...secrets, chatAppToken: token };
			await write(secrets);
			if (chatApp) undo.unshift(...(await connectChatApp(control, `${chatApp.url}?token=${token}`)));
		}
	} catch (error) {
		for (const step of undo) await step();
		throw error;
	}
}

/**
 * Checks that each trigger can get its events.
 * @param groups the triggers by their credentials
 * @throws {CliError} for two of which only one would get them
 */
export function checkReceivers(groups: ReadonlyArray<readonly Receiver[]>): void {
	requireOne(
		groups.flatMap((group) => chooseReceivers(group).chatApp ?? []),
		'take messages of the chat app',
	);
}

/**
 * Chooses the trigger of a credential that gets the signed events of its key, and the one that gets chat-app messages.
 * @throws {CliError} if there are two, of which only one would get them
 */
function chooseReceivers(receivers: readonly Receiver[]): { signed?: Receiver; chatApp?: Receiver } {
	const [signed] = requireOne(
		receivers.filter(({ events }) => events.some((event) => event !== CHAT_APP_EVENT)),
		'use one credential',
	);
	const [chatApp] = requireOne(
		receivers.filter(({ events }) => events.includes(CHAT_APP_EVENT)),
		'take messages of the chat app',
	);
	return { ...(signed && { signed }), ...(chatApp && { chatApp }) };
}

function requireOne(
	receivers: readonly Receiver[],
	what: 'use one credential' | 'take messages of the chat app',
) {
	const [one, other] = receivers;
	if (one === undefined || other === undefined) return receivers;
	const advice =
		what === 'use one credential'
			? 'The service sends the events of an API key to one webhook URL, so one of the two gets none. Give each a ' +
				'credential of its own.'
			: 'The service sends those to one webhook URL, so one of the two gets none. Leave the event to one of them.';
	throw new CliError(`"${one.name}" and "${other.name}" ${what}. ${advice}`);
}

/** Sends chat-app messages to a webhook; returns the functions that undo it. */
async function connectChatApp(control: Control, url: string): Promise<Array<() => Promise<unknown>>> {
	const { chatapp_accounts: accounts } = await control('GET', '/chatapp-accounts');
	const connected = accounts.filter((account) => account.connected);
	for (const { id } of connected) await control('PATCH', `/chatapp-accounts/${id}`, { webhook_url: url });
	return connected.map(
		({ id, webhook_url }) =>
			() =>
				control('PATCH', `/chatapp-accounts/${id}`, { webhook_url }),
	);
}

async function listNumbers(control: Control): Promise<string[]> {
	const { numbers } = await control('GET', '/numbers');
	return numbers.map(({ phone_number: number }) => number);
}
