import { Argument, Command } from 'commander';
import { Duration } from 'luxon';
import { remoteCommand } from './command.ts';
import { Complaint } from './remote.ts';

interface ClockAnswer {
	now: string;
	offset_seconds: number;
}

const print = ({ now, offset_seconds: offset }: ClockAnswer) =>
	`${now}${offset === 0 ? '' : `, ${Math.abs(offset)} s ${offset > 0 ? 'ahead of' : 'behind'} this machine`}`;

/** `clock`: the sandbox's time. */
export function clockCommand(): Command {
	return new Command('clock')
		.description("look at the sandbox's clock and set it")
		.addCommand(
			remoteCommand<object, ClockAnswer>({
				name: 'show',
				description: "show the sandbox's time",
				call: (remote) => remote.call('GET', '/clock'),
				print,
			}),
		)
		.addCommand(
			remoteCommand<object, ClockAnswer>({
				name: 'advance',
				description: 'move the time on; what falls due by then happens at once',
				arguments: [new Argument('<duration>', 'seconds, or like 90s, 15m, 24h, 2d')],
				call: (remote, _options, text = '') =>
					remote.call('POST', '/clock', { advance_seconds: parseSeconds(text) }),
				print,
			}),
		)
		.addCommand(
			remoteCommand<object, ClockAnswer>({
				name: 'set',
				description: 'set the time',
				arguments: [new Argument('<time>', 'ISO 8601')],
				call: (remote, _options, now = '') => remote.call('POST', '/clock', { now }),
				print,
			}),
		);
}

const UNITS = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const;

function parseSeconds(text: string): number {
	const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? [];
	if (amount === undefined)
		throw new Complaint(`${text} is not a duration. Give seconds, or like 90s, 15m, 24h, 2d.`);
	return Duration.fromObject({ [UNITS[unit as keyof typeof UNITS]]: Number(amount) }).as('seconds');
}
