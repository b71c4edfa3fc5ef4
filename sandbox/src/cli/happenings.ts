import { Option, type Command } from 'commander';
import { remoteCommand } from './command.ts';

interface Happening {
	message: { id: string; from_number: string; to_number: string; body: string };
	event_id: string | null;
	deliveries: Array<{ id: string }>;
}

interface SmsOptions {
	from?: string;
	to?: string;
	body?: string;
}

const body = new Option('--body <text>', 'what it says');

/** Commands that make messages arrive and go out. */
export function happeningCommands(): Command[] {
	return [
		smsCommand('sms-received', 'sms.received', 'make an SMS arrive on a service number'),
		smsCommand('sms-sent', 'sms.sent', 'make an SMS go out from a service number'),
		remoteCommand<SmsOptions, Happening>({
			name: 'chatapp-received',
			description:
				'make a chat-app message arrive; it opens the 24 hours in which the sender may be answered',
			options: [
				new Option('--from <number>', 'the sender (default: the demo contact)'),
				new Option('--to <phone-number-id>', 'the business number (default: the connected one)'),
				body,
			],
			call: (remote, options) =>
				remote.call('POST', '/events/chatapp.received', {
					from_number: options.from,
					phone_number_id: options.to,
					body: options.body,
				}),
			print: describe,
		}),
	];
}

function smsCommand(name: string, event: string, description: string): Command {
	return remoteCommand<SmsOptions, Happening>({
		name,
		description,
		options: [
			new Option('--from <number>', 'the sender, E.164 (default: one of the demo account)'),
			new Option('--to <number>', 'the recipient, E.164 (default: one of the demo account)'),
			body,
		],
		call: (remote, options) =>
			remote.call('POST', `/events/${event}`, {
				from_number: options.from,
				to_number: options.to,
				body: options.body,
			}),
		print: describe,
	});
}

function describe({ message, event_id: eventId, deliveries }: Happening): string {
	const lines = [`${message.from_number} to ${message.to_number}: ${message.body}`, `Message ${message.id}`];
	if (eventId === null) lines.push('No event: nobody is to be told, or the loop trap kept it back.');
	else {
		lines.push(`Event ${eventId}`);
		if (deliveries.length === 0) {
			lines.push('Nobody receives it: no API key has a webhook URL, or none is scoped to this number.');
		}
	}
	return [...lines, ...deliveries.map(({ id }) => `Delivery ${id}`)].join('\n');
}
