import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { replaceAnswer, type WebhookResponse } from '../../../../nodes/n8n/webhook';

describe('replaceAnswer', () => {
	/** Answers a call over HTTP as Express does, as far as n8n uses it. */
	async function answerWith(
		work: (response: WebhookResponse) => void,
	): Promise<{ status: number; text: string }> {
		const server = createServer((_, raw) => {
			Object.setPrototypeOf(raw, {
				__proto__: Object.getPrototypeOf(raw) as object,
				status(this: typeof raw, code: number) {
					this.statusCode = code;
					return this;
				},
				send(this: typeof raw, text: string) {
					this.setHeader('x-sent', 'yes');
					this.end(text);
					return this;
				},
				json(this: typeof raw & { send: (text: string) => unknown }, body: unknown) {
					this.setHeader('content-type', 'application/json');
					this.send(JSON.stringify(body));
					return this;
				},
			});
			work(raw as unknown as WebhookResponse);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		try {
			const answer = await fetch(`http://127.0.0.1:${port}`);
			return { status: answer.status, text: await answer.text() };
		} finally {
			server.close();
		}
	}

	const seen = (status: number, body: unknown) => ({ status, body });

	it.each<[string, (response: WebhookResponse) => void, unknown]>([
		['json', (response) => response.status(200).json([1]), { status: 200, body: [1] }],
		[
			'json after a failure',
			(response) => response.status(500).json({ message: 'x' }),
			{ status: 500, body: { message: 'x' } },
		],
		['end', (response) => response.end('Bare'), { status: 200, body: 'Bare' }],
	])('answers 200 with what is made of what n8n answers by %s', async (_, byN8n, body) => {
		const answer = await answerWith((response) => {
			replaceAnswer(response, seen);
			byN8n(response);
		});
		expect(answer).toEqual({ status: 200, text: JSON.stringify(body) });
	});

	it('drops what n8n answers after the answer', async () => {
		let later: unknown;
		const answer = await answerWith((response) => {
			const answerNow = replaceAnswer(response, seen);
			answerNow({ error: 'late' });
			try {
				response.status(500).setHeader('x', 'y');
				response.json({ message: 'n8n' });
				response.send('n8n');
				response.end();
				answerNow({ error: 'again' });
			} catch (error) {
				later = error;
			}
		});
		expect(later).toBeUndefined();
		expect(answer).toEqual({ status: 200, text: '{"error":"late"}' });
	});

	it('answers nothing more once n8n has answered', async () => {
		const answer = await answerWith((response) => {
			const answerNow = replaceAnswer(response, (_, body) => body);
			response.json(['n8n']);
			answerNow({ error: 'late' });
		});
		expect(answer).toEqual({ status: 200, text: '["n8n"]' });
	});
});
