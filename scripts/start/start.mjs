/** `npm start`, `npm run dev` and `npm run start:queue`: see options.mjs for what they do. */
import { createServer } from 'node:net';
import { continueUnderNode24, giveUp, projectRoot, refuseWindows } from '../bootstrap.mjs';
import { help, OptionsError, parseStartOptions } from './options.mjs';

/**
 * Tells if nothing listens on this port of the loopback address.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
const isPortFree = (port) =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});

const parseOrGiveUp = () => {
	try {
		return parseStartOptions(process.argv.slice(2), projectRoot);
	} catch (error) {
		if (error instanceof OptionsError) return giveUp(`${error.message} See npm start -- --help`, 2);
		throw error;
	}
};

// An option that cannot be understood and a port that is taken are refused before any long step.
const options = parseOrGiveUp();
if (options === 'help') {
	process.stdout.write(help);
} else {
	refuseWindows();
	const { n8nUrl, n8nPort, sandboxPort } = options;
	/** @type {Array<[who: string, option: string, port: number]>} */
	const ports = [['the sandbox', '--sandbox-port', sandboxPort]];
	if (n8nUrl === undefined) ports.unshift(['n8n', '--n8n-port', n8nPort]);
	for (const [who, option, port] of ports) {
		if (await isPortFree(port)) continue;
		giveUp(
			`Port ${port}, meant for ${who}, is taken (perhaps by an earlier start). ` +
				`Stop what listens there, or choose another port with ${option} PORT: see npm start -- --help`,
		);
	}
	continueUnderNode24(['scripts/start/main.ts', JSON.stringify(options)], 'start');
}
