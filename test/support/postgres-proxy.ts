/**
 * Stands between a process of n8n and PostgreSQL, and interferes when n8n
 * writes the keys that the trigger has seen.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The ways to interfere with a write of the seen keys. */
export type Interference =
	/** It reaches PostgreSQL only after so many milliseconds, in which other processes may write. */
	| { kind: 'delayed'; milliseconds: number }
	/** It is committed, and the connection breaks before n8n hears of it. */
	| { kind: 'answerLost' }
	/** It is committed, but n8n never hears of it. */
	| { kind: 'neverAnswered' };

/** The statements by which n8n writes the keys, in the text that its driver sends. */
const WRITE = /(UPDATE|INSERT INTO) [^;]{0,80}processed_data/;

export class PostgresProxy {
	/** None while it is undefined. */
	interference: Interference | undefined;
	/** The number of writes that were interfered with. */
	count = 0;
	readonly #sockets = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		private readonly target: { host: string; port: number },
	) {
		server.on('connection', (client) => this.#pass(client));
	}

	static async start(target: { host: string; port: number }): Promise<PostgresProxy> {
		const server = createServer();
		const proxy = new PostgresProxy(server, target);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return proxy;
	}

	/** n8n's settings for a process that goes through here. */
	get settings(): Record<string, string> {
		const { port } = this.server.address() as AddressInfo;
		return { DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: String(port) };
	}

	stop(): void {
		for (const socket of this.#sockets) socket.destroy();
		this.server.close();
	}

	#pass(client: Socket): void {
		const database = connect(this.target.port, this.target.host);
		const end = () => {
			client.destroy();
			database.destroy();
		};
		for (const socket of [client, database]) {
			this.#sockets.add(socket);
			socket.setNoDelay(true);
			socket.on('error', end);
			socket.on('close', () => {
				this.#sockets.delete(socket);
				end();
			});
		}

		let interference: Interference | undefined;
		let sending = Promise.resolve();
		client.on('data', (bytes: Buffer) => {
			if (this.interference && WRITE.test(bytes.toString('latin1'))) {
				interference = this.interference;
				this.count++;
			}
			const waits = interference?.kind === 'delayed' ? interference.milliseconds : 0;
			// In the order in which they came.
			sending = sending.then(async () => {
				if (waits > 0) await delay(waits);
				if (!database.destroyed) database.write(bytes);
			});
			if (waits > 0) interference = undefined;
		});
		database.on('data', (bytes: Buffer) => {
			if (interference?.kind === 'answerLost') end();
			else if (interference?.kind !== 'neverAnswered') client.write(bytes);
		});
	}
}
