import { createServer } from 'node:net';

/**
 * Tells if nothing listens on this port of the loopback address.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isFree = (port) =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
