import { Argument, Command, Option } from 'commander';
import { FINAL_STATUSES } from '../carrier/outcome.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';

interface CarrierSettings {
	report_after_seconds: number | null;
}
interface Message {
	id: string;
	status: string;
	delivery_error: { code: string; reason: string } | null;
}

/** `carrier`: what becomes of messages after they are sent. */
export function carrierCommand(): Command {
	return new Command('carrier')
		.description('have carriers report what became of a message')
		.addCommand(
			remoteCommand<{ code?: string; reason?: string }, Message>({
				name: 'report',
				description: 'report on an outbound message now',
				arguments: [
					new Argument('<id>', 'of the message'),
					new Argument('<status>', 'what became of it').choices(FINAL_STATUSES),
				],
				options: [
					new Option('--code <word>', 'of the delivery error'),
					new Option('--reason <text>', 'of the delivery error'),
				],
				call: (remote, { code, reason }, id = '', status) =>
					remote.call('POST', `/messages/${encodeURIComponent(id)}/status`, { status, code, reason }),
				print: ({ id, status, delivery_error: error }) =>
					`Message ${id} is ${status}${error === null ? '' : ` (${error.code}: ${error.reason})`}.`,
			}),
		)
		.addCommand(
			remoteCommand<object, CarrierSettings>({
				name: 'show',
				description: 'show when carriers report by themselves',
				call: (remote) => remote.call('GET', '/carrier'),
				print: describe,
			}),
		)
		.addCommand(
			remoteCommand<object, CarrierSettings>({
				name: 'report-after',
				description: 'set when carriers report by themselves, for messages sent from now on',
				arguments: [new Argument('<seconds>', 'after the sending, or "never"').argParser(secondsOrNever)],
				call: (remote, _options, seconds) =>
					remote.call('PATCH', '/carrier', {
						report_after_seconds: seconds === 'never' ? null : Number(seconds),
					}),
				print: describe,
			}),
		);
}

function secondsOrNever(text: string): number | 'never' {
	return text === 'never' ? text : integerBetween(0, 31_536_000)(text);
}

function describe({ report_after_seconds: seconds }: CarrierSettings): string {
	return seconds === null
		? 'Carriers report nothing by themselves.'
		: `Carriers report ${seconds} s after a message is sent.`;
}
