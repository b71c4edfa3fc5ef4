/** `npm start`: see start-options.mjs for what it does. Before any long step it looks at what can be refused at once. */
import { continueUnderNode24, giveUp, projectRoot } from './bootstrap.mjs';
import { isFree } from './ports.mjs';
import { UsageFault, parseStartOptions, startHelp } from './start-options.mjs';

const args = process.argv.slice(2);

const parse = () => {
	try {
		return parseStartOptions(args, projectRoot);
	} catch (error) {
		if (error instanceof UsageFault) return giveUp(`${error.message} See npm start -- --help`, 2);
		throw error;
	}
};

const options = parse();
if (options === 'help') {
	process.stdout.write(startHelp);
} else {
	for (const [who, option, port] of /** @type {const} */ ([
		['n8n', '--n8n-port', options.n8nPort],
		['the sandbox', '--sandbox-port', options.sandboxPort],
	])) {
		if (await isFree(port)) continue;
		giveUp(
			`Port ${port}, meant for ${who}, is taken (perhaps by an earlier npm start). ` +
				`Stop what listens there, or choose another port with: npm start -- ${option} PORT`,
		);
	}
	continueUnderNode24('start/main.ts', args);
}
