import { createServer } from 'node:net';
import type { Server } from 'node:net';

/**
 * Below the ports that systems hand out by themselves, so that no
 * connection and no `listen(0)` takes one of ours.
 */
const firstPort = 20_000;
const blockSize = 50;
const blockCount = 240;

/** Listens on a port of the loopback address; undefined when it is taken. */
const listenOn = async (port: number): Promise<Server | undefined> =>
	await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
		);
		server.listen(port, '127.0.0.1', () => resolve(server));
	});

const isFree = async (port: number): Promise<boolean> => {
	const server = await listenOn(port);
	if (!server) return false;
	await new Promise((resolve) => server.close(resolve));
	return true;
};

/** Claims a block for this process by listening on its first port until the process ends, however it ends. */
async function* portsOfABlock(): AsyncGenerator<number, undefined> {
	// Each process begins at another block, so that two rarely try the same one.
	const begin = process.pid % blockCount;
	for (let tried = 0; tried < blockCount; tried++) {
		const first = firstPort + ((begin + tried) % blockCount) * blockSize;
		const claim = await listenOn(first);
		if (!claim) continue;
		claim.unref();
		for (let port = first + 1; port < first + blockSize; port++) if (await isFree(port)) yield port;
	}
}

const ports = portsOfABlock();

/**
 * Reserves a port of the loopback address for a program that is told where to listen. No other process of
 * this project, in this or another clone, is given the same one while this process lives.
 *
 * @throws Error when all of them are taken
 */
export const reservePort = async (): Promise<number> => {
	const { value } = await ports.next();
	if (value === undefined) throw new Error('No port is left to reserve between 20000 and 32000.');
	return value;
};
