import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/**
 * Reads the command line of a script. Ends the program with the usage if it asks for help or cannot be understood.
 *
 * @param usage the lines to show, of which the first begins with `Usage:`
 * @param options as for `parseArgs`, beside `--help`
 * @param mostNames the most words that are not options
 */
export const readCommandLine = <Options extends NonNullable<ParseArgsConfig['options']>>(
	usage: string,
	options: Options,
	mostNames = Infinity,
) => {
	const refuse = (reason: string): never => {
		console.error(`${reason}\n\n${usage}`);
		process.exit(2);
	};
	const parse = () => {
		try {
			return parseArgs({ allowPositionals: true, options });
		} catch (error) {
			// Node goes on to explain how a word that begins with a dash could be passed on.
			return refuse(`${(error as Error).message.split('. ', 1)[0]}.`);
		}
	};
	if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
		console.log(usage);
		process.exit();
	}
	const { values, positionals: names } = parse();
	const surplus = names[mostNames];
	if (surplus !== undefined) refuse(`"${surplus}" is one word too many.`);
	return { values, names, refuse };
};
