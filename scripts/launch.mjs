import { continueUnderNode24, giveUp, projectRoot, refuseWindows } from './bootstrap.mjs';
import { isFree } from './ports.mjs';
import { UsageFault } from './start-options.mjs';

/**
 * Refuses an option that cannot be understood and a port that is taken at once, before any long step;
 * then goes on under Node 24.
 *
 * @template Options
 * @param {object} start
 * @param {string} start.command as a person types it, e.g. `npm start`
 * @param {string} start.help what it says to --help
 * @param {string} start.script what goes on under Node 24, with the same arguments
 * @param {(args: string[], projectRoot: string) => Options | 'help'} start.parse throws a UsageFault
 * @param {(options: Options) => Array<[who: string, option: string, port: number]>} start.ports
 */
export const launch = async ({ command, help, script, parse, ports }) => {
	const args = process.argv.slice(2);
	const parsed = () => {
		try {
			return parse(args, projectRoot);
		} catch (error) {
			if (error instanceof UsageFault) return giveUp(`${error.message} See ${command} -- --help`, 2);
			throw error;
		}
	};
	const options = parsed();
	if (options === 'help') {
		process.stdout.write(help);
		return;
	}
	refuseWindows();
	for (const [who, option, port] of ports(options)) {
		if (await isFree(port)) continue;
		giveUp(
			`Port ${port}, meant for ${who}, is taken (perhaps by an earlier ${command}). ` +
				`Stop what listens there, or choose another port with: ${command} -- ${option} PORT`,
		);
	}
	continueUnderNode24([script, ...args]);
};
