import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { chatAppCommand } from './chatapp.ts';
import { clockCommand } from './clock.ts';
import { deliveryCommands } from './deliveries.ts';
import { faultsCommand } from './faults.ts';
import { happeningCommands } from './happenings.ts';
import { keysCommand } from './keys.ts';
import { sandboxCommands } from './sandbox.ts';
import { serveCommand } from './serve.ts';

/** The whole command line. A new group of commands is a file here and a line below. */
export const program = new Command('sandbox')
	.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
	.version(packageJson.version)
	.showHelpAfterError('(--help shows what there is)');

const commands = [
	serveCommand(),
	...happeningCommands(),
	...deliveryCommands(),
	keysCommand(),
	chatAppCommand(),
	faultsCommand(),
	clockCommand(),
	...sandboxCommands(),
];
for (const command of commands) program.addCommand(command);
