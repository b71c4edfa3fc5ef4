import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	readResumeBaseUrl,
	replaceAnswer,
	requireResumeSignature,
	StreamedFile,
	type WebhookResponse,
} from '../../../../nodes/shared/n8nInternals';

async function* bytes(...parts: string[]) {
	for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

it('reads a file only when it is sent, and again each time', async () => {
	const open = jest.fn(() => bytes('ab', 'cd'));
	const file = new StreamedFile('a.wav', 'audio/wav', 4, open);
	expect([file.name, file.type, file.size]).toEqual(['a.wav', 'audio/wav', 4]);
	expect(open).not.toHaveBeenCalled();
	for (let time = 0; time < 2; time++) {
		const parts: Buffer[] = [];
		for await (const part of file.stream()) parts.push(Buffer.from(part));
		expect(Buffer.concat(parts).toString()).toBe('abcd');
	}
	expect(open).toHaveBeenCalledTimes(2);
});

describe('the address of the waiting webhook', () => {
	const baseUrlFrom = (evaluateExpression: () => unknown) =>
		readResumeBaseUrl({ evaluateExpression } as unknown as IWebhookFunctions);

	it.each([
		['https://n8n.example/webhook-waiting/231', 'https://n8n.example/webhook-waiting/'],
		[
			'https://n8n.example/a/path/webhook-waiting/231?signature=x/y',
			'https://n8n.example/a/path/webhook-waiting/',
		],
		['http://127.0.0.1:5678/webhook-waiting/__UNKNOWN__', 'http://127.0.0.1:5678/webhook-waiting/'],
	])('is that of %s without the execution', (resumeUrl, expected) => {
		expect(baseUrlFrom(() => resumeUrl)).toBe(expected);
	});

	it('is none where n8n names none', () => {
		expect(baseUrlFrom(() => undefined)).toBeUndefined();
		expect(
			baseUrlFrom(() => {
				throw new Error('no expressions');
			}),
		).toBeUndefined();
	});
});

it('asks for the verification of signatures where n8n has to be asked', () => {
	const setSignatureValidationRequired = jest.fn();
	requireResumeSignature({ setSignatureValidationRequired } as unknown as IExecuteFunctions);
	expect(setSignatureValidationRequired).toHaveBeenCalledTimes(1);
	expect(() => requireResumeSignature({} as IExecuteFunctions)).not.toThrow();
});

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
		['send', (response) => response.status(404).send('Not here'), { status: 404, body: 'Not here' }],
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
