/** The one address in front of n8n's queue mode, as a Caddy or an nginx is: see docs/deployment.md. */
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** The processes behind the proxy: addresses without a slash at the end. */
export interface Upstreams {
	main: string;
	webhooks: string[];
}

/** A proxy that is up. */
export interface QueueProxy {
	url: string;
	/** The webhook processes that are ready. */
	ready: () => string[];
	stop: () => Promise<void>;
}

/** The paths that webhook processes serve; all else, the test URLs included, is the main process's. */
export const webhookProcessPaths = ['webhook', 'webhook-waiting', 'form', 'form-waiting'];

const isForWebhookProcesses = (path = ''): boolean =>
	webhookProcessPaths.some((one) => path.startsWith(`/${one}/`));

const checkEveryMs = 1_000;
const checkTimeoutMs = 10_000;

/** Returns the headers of a request with the sender's own `X-Forwarded-*` replaced. */
const forwardedHeaders = (from: IncomingMessage): string[] => {
	const headers: string[] = [];
	for (let i = 0; i < from.rawHeaders.length; i += 2) {
		const [name = '', value = ''] = from.rawHeaders.slice(i, i + 2);
		if (!/^x-forwarded-/i.test(name)) headers.push(name, value);
	}
	const client = from.socket.remoteAddress ?? '';
	return [...headers, 'X-Forwarded-For', client, 'X-Forwarded-Proto', 'http'];
};

/**
 * Starts a proxy on the loopback address. Webhooks go to the webhook processes in turn,
 * bodies untouched; one that does not say that it is ready gets none, since a starting n8n
 * answers 200 or 404 to what it cannot take yet.
 */
export const startQueueProxy = async (port: number, { main, webhooks }: Upstreams): Promise<QueueProxy> => {
	const ready = new Set<string>();
	const stopping = new AbortController();
	// A connection of its own for each request: none is reused that n8n is about to close.
	const agent = new Agent({ keepAlive: false });
	const upgraded = new Set<Duplex>();
	let turn = 0;

	const check = async (url: string) => {
		const signal = AbortSignal.timeout(checkTimeoutMs);
		const response = await fetch(`${url}/healthz/readiness`, { signal }).catch(() => undefined);
		if (response?.status === 200) ready.add(url);
		else ready.delete(url);
	};
	const checkAll = async () => {
		await Promise.all(webhooks.map(check));
	};

	const inTurn = (): string[] => {
		const those = webhooks.filter((url) => ready.has(url));
		const first = turn++ % Math.max(those.length, 1);
		return [...those.slice(first), ...those.slice(0, first)];
	};

	const forward = (from: IncomingMessage, to: ServerResponse, [target, ...others]: string[]) => {
		if (target === undefined) {
			to.writeHead(503, { 'content-type': 'text/plain' }).end('No n8n is ready.\n');
			return;
		}
		let connected = false;
		const upstream = request(`${target}${from.url}`, {
			method: from.method,
			headers: forwardedHeaders(from),
			agent,
		});
		upstream.once('socket', (socket) =>
			socket.once('connect', () => {
				connected = true;
				pipeline(from, upstream, () => {});
			}),
		);
		upstream.once('response', (answer) => {
			to.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
			pipeline(answer, to, () => {});
		});
		upstream.on('error', () => {
			if (to.headersSent || to.destroyed) to.destroy();
			else if (connected) to.writeHead(502, { 'content-type': 'text/plain' }).end('n8n has gone away.\n');
			else {
				// Nothing of the body has been sent, so another may have it.
				ready.delete(target);
				forward(from, to, others);
			}
		});
		to.once('close', () => upstream.destroy());
	};

	const server = createServer((from, to) => {
		forward(from, to, isForWebhookProcesses(from.url) ? inTurn() : [main]);
	});
	// The editor listens on a web socket.
	server.on('upgrade', (from: IncomingMessage, socket: Duplex, head: Buffer) => {
		const { hostname, port: mainPort } = new URL(main);
		const upstream = connect(Number(mainPort), hostname, () => {
			const headers = forwardedHeaders(from);
			const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []));
			upstream.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
			upstream.write(head);
			pipeline(socket, upstream, socket, () => {});
		});
		upstream.on('error', () => socket.destroy());
		upgraded.add(socket.once('close', () => upgraded.delete(socket)));
	});

	await checkAll();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const { signal } = stopping;
	const checking = (async () => {
		while (await delay(checkEveryMs, true, { signal }).catch(() => false)) await checkAll();
	})();
	return {
		url: `http://127.0.0.1:${port}`,
		ready: () => [...ready],
		stop: async () => {
			stopping.abort();
			for (const socket of upgraded) socket.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await checking;
		},
	};
};
