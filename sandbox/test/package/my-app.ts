import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** The settings that connect the app to the service. */
interface Connection {
	baseUrl: string;
	apiKey: string;
	signingSecret: string;
}

/**
 * The app that the example of the README tests: it answers each SMS on the chat
 * app, and waits when the service is busy.
 */
export async function startMyApp() {
	let connection: Connection | undefined;
	const take = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await text(request);
		const digest = createHmac('sha256', connection?.signingSecret ?? '')
			.update(body)
			.digest('hex');
		const isSigned = request.headers['x-service-signature'] === `sha256=${digest}`;
		response.writeHead(isSigned ? 200 : 401).end();
		if (!isSigned || connection === undefined) return;
		const { data } = JSON.parse(body) as { data: { from_number: string } };
		const send = {
			phone_number_id: '106540352242922',
			recipient_wa_id: data.from_number.slice(1),
			message: 'We are open from ten to four.',
		};
		for (let status = 429; status === 429;) {
			const answer = await fetch(`${connection.baseUrl}/functions/v1/send-chatapp-message`, {
				method: 'POST',
				headers: { authorization: `Bearer ${connection.apiKey}`, 'content-type': 'application/json' },
				body: JSON.stringify(send),
			});
			status = answer.status;
			if (status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1000);
		}
	};
	const server = createServer((request, response) => void take(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		connect: (made: Connection) => void (connection = made),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
