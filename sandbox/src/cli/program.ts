import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { accountCommands } from './account.ts';
import { badDeliveriesCommand } from './bad-deliveries.ts';
import { batchesCommand, callingCommand } from './batches.ts';
import { callCommands } from './calls.ts';
import { carrierCommand } from './carrier.ts';
import { changesCommand } from './changes.ts';
import { chatSessionCompletedCommand, chatSessionsCommand } from './chat-sessions.ts';
import { chatAppCommand } from './chatapp.ts';
import { clockCommand } from './clock.ts';
import { creditCommands } from './credits.ts';
import { deliveryCommands } from './deliveries.ts';
import { faultsCommand } from './faults.ts';
import { happeningCommands } from './happenings.ts';
import { keysCommand } from './keys.ts';
import { sandboxCommands } from './sandbox.ts';
import { serveCommand } from './serve.ts';
import { voicesCommand } from './voices.ts';

/** The whole command line. A new group of commands is a file here and a line below. */
export const program = new Command('sandbox')
	.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
	.version(packageJson.version)
	.showHelpAfterError('(--help shows what there is)');

const commands = [
	serveCommand(),
	...happeningCommands(),
	...callCommands(),
	chatSessionCompletedCommand(),
	...deliveryCommands(),
	keysCommand(),
	...accountCommands(),
	chatAppCommand(),
	chatSessionsCommand(),
	carrierCommand(),
	batchesCommand(),
	callingCommand(),
	...creditCommands(),
	voicesCommand(),
	badDeliveriesCommand(),
	faultsCommand(),
	clockCommand(),
	changesCommand(),
	...sandboxCommands(),
];
for (const command of commands) program.addCommand(command);
