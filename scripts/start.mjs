/** `npm start`: see start-options.mjs for what it does. */
import { launch } from './launch.mjs';
import { parseStartOptions, startHelp } from './start-options.mjs';

await launch({
	command: 'npm start',
	help: startHelp,
	script: 'scripts/start/main.ts',
	parse: parseStartOptions,
	ports: ({ n8nPort, n8nUrl, sandboxPort }) => {
		/** @type {Array<[string, string, number]>} */
		const ours = n8nUrl ? [] : [['n8n', '--n8n-port', n8nPort]];
		return [...ours, ['the sandbox', '--sandbox-port', sandboxPort]];
	},
});
