import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { serveCommand } from './serve.ts';

/** The whole command line. A new group of commands is a file here and a line below. */
export const program = new Command('sandbox')
	.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
	.version(packageJson.version)
	.showHelpAfterError('(--help shows what there is)');

for (const command of [serveCommand()]) program.addCommand(command);
