/** `npm start`: see start-options.mjs for what it does. */
import { front } from './front.mjs';
import { parseStartOptions, startHelp } from './start-options.mjs';

await front({
	command: 'npm start',
	help: startHelp,
	script: 'scripts/start/main.ts',
	parse: parseStartOptions,
	ports: ({ n8nPort, sandboxPort }) => [
		['n8n', '--n8n-port', n8nPort],
		['the sandbox', '--sandbox-port', sandboxPort],
	],
});
