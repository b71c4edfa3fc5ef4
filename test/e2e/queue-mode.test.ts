/**
 * The nodes where several processes of n8n take events and run workflows, below a path that a proxy takes off: what only
 * PostgreSQL and Redis tell the processes, and which signature n8n accepts.
 */
import type { ServerResponse } from 'node:http';
import { startReceiver } from '../support/http-server.ts';
import type { Received, Receiver } from '../support/http-server.ts';
import { replies } from './queue-mode/replies.ts';
import { triggers } from './queue-mode/triggers.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { describeInQueueMode, QueueN8n } from './support/queue-mode-n8n.ts';
import { LIGHT_EXPRESSIONS } from './support/real-n8n.ts';

const PATH = '/n8n';

describeInQueueMode('in queue mode below a path', () => {
	let proxy: Receiver;
	let n8n: QueueN8n;

	/** Takes the path off, and passes a request on. */
	const passOn = async ({ path, headers, body }: Received, response: ServerResponse): Promise<void> => {
		const answer = await fetch(`${n8n.url}${path.replace(PATH, '')}`, {
			method: 'POST',
			headers: Object.fromEntries(
				Object.entries(headers).filter(([name]) => /^(content-type|x-.*)$/.test(name)),
			) as Record<string, string>,
			body,
			redirect: 'manual',
		});
		const text = await answer.text();
		response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
	};

	beforeAll(async () => {
		proxy = await startReceiver(passOn);
		n8n = await QueueN8n.start(
			{ webhooks: 2, workers: 2 },
			{
				...LIGHT_EXPRESSIONS,
				N8N_PATH: `${PATH}/`,
				WEBHOOK_URL: `${proxy.url}${PATH}/`,
				N8N_CONCURRENCY_PRODUCTION_LIMIT: '10',
			},
		);
	}, prepareTimeoutMs);

	afterAll(async () => {
		await n8n?.remove();
		await proxy?.close();
	}, 120_000);

	describe('replies', () => replies(() => n8n));
	// The last of these ends processes.
	describe('triggers', () => triggers(() => n8n));
});
