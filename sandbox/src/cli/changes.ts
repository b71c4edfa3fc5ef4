import { Command } from 'commander';
import { integerBetween } from './arguments.ts';
import { connect, talksToSandbox, type RemoteOptions } from './remote.ts';

interface ChangesOptions extends RemoteOptions {
	count?: number;
}

/** `changes`: tells that something has changed, for scripts that then look for themselves. */
export function changesCommand(): Command {
	const command = talksToSandbox(new Command('changes'))
		.description('print a line at once and after every change, numbered, until it is interrupted')
		.option('--count <number>', 'end after so many lines', integerBetween(1, 1_000_000));
	return command.action(async () => {
		const { url, json, count = Infinity } = command.opts<ChangesOptions>();
		let printed = 0;
		for await (const change of connect(url).follow('/changes')) {
			console.log(json ? JSON.stringify({ change: Number(change) }) : change);
			printed += 1;
			if (printed >= count) return;
		}
	});
}
