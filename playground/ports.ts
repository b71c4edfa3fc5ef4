import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of the loopback address on which nobody listens now. */
export const freePort = async (): Promise<number> =>
	await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
