/** Stands before a sandbox and has every third send run into a fault. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const SEND = /^POST \S*\/send-chatapp-message /;

export interface FaultySends {
	url: string;
	stop(): Promise<void>;
}

/**
 * Passes bytes on as they are, broken connections included.
 * @param setFault Sets a fault for one send; called before every third.
 */
export async function failEveryThirdSend(
	serviceUrl: string,
	setFault: (send: number) => Promise<void>,
): Promise<FaultySends> {
	const { hostname, port } = new URL(serviceUrl);
	const open = new Set<Socket>();
	let sends = 0;

	/** n8n opens a connection for each request, so that the first bytes tell which it is. */
	async function passOn(client: Socket, first: Buffer): Promise<void> {
		if (SEND.test(first.toString('latin1')) && ++sends % 3 === 0) await setFault(sends);
		const service = connect(Number(port), hostname);
		service.on('error', () => client.resetAndDestroy());
		client.on('error', () => service.destroy());
		service.write(first);
		client.pipe(service).pipe(client);
	}

	const server = createServer((client) => {
		open.add(client.once('close', () => open.delete(client)));
		client.once('data', (first) => {
			client.pause();
			void passOn(client, first);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: async () => {
			for (const client of open) client.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
