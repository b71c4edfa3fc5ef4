/** `npm run start:queue`: see start-queue/options.mjs for what it does. */
import { launch } from './launch.mjs';
import { parseQueueOptions, queueHelp } from './start-queue/options.mjs';

await launch({
	command: 'npm run start:queue',
	help: queueHelp,
	script: 'scripts/start-queue/main.ts',
	parse: parseQueueOptions,
	ports: ({ port, sandboxPort }) => [
		['n8n', '--port', port],
		['the sandbox', '--sandbox-port', sandboxPort],
	],
});
