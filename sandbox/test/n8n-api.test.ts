import type { ServerResponse } from 'node:http';
import { N8nApi } from '../src/n8n/api.ts';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';

type Answer = (response: ServerResponse) => void;
const status =
	(code: number): Answer =>
	(response) =>
		void response.writeHead(code).end('{"id": "w1"}');
const cut: Answer = (response) => void response.destroy();

describe("the client of n8n's public API", () => {
	let receiver: Receiver;
	let api: N8nApi;
	beforeAll(async () => {
		receiver = await startReceiver();
		api = new N8nApi(receiver.url, 'key');
	});
	afterAll(() => receiver?.close());
	const answerWith = (...answers: Answer[]) => {
		receiver.received.length = 0;
		receiver.answer = (_, response) => (answers.shift() ?? status(200))(response);
	};

	it('asks again when n8n is busy, wants fewer questions, or breaks the connection', async () => {
		answerWith(status(503), status(429), cut);
		expect(await api.getWorkflow('w1')).toEqual({ id: 'w1' });
		expect(receiver.received).toHaveLength(4);
	});

	it('gives up after four times', async () => {
		answerWith(...Array.from({ length: 4 }, () => status(503)));
		await expect(api.getWorkflow('w1')).rejects.toThrow('This n8n answered 503');
		expect(receiver.received).toHaveLength(4);
		const nowhere = new N8nApi('http://127.0.0.1:9', 'key').getWorkflow('w1');
		await expect(nowhere).rejects.toThrow('Nothing answers at http://127.0.0.1:9. Is n8n running there?');
	});

	it.each(['<html></html>', '{"id": "w1"}'])('says that it is not n8n which answers %s', async (text) => {
		answerWith((response) => void response.end(text));
		await expect(api.listWorkflows()).rejects.toThrow("did not answer as n8n's public API does (200)");
	});

	it.each([200, 403, 404, 405])(
		'stops what runs of a workflow before it deletes it; where n8n answers %i to that, it goes on',
		async (code) => {
			answerWith(status(200), status(code));
			await api.deleteWorkflow('w1');
			expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
				'POST /api/v1/workflows/w1/deactivate',
				'POST /api/v1/executions/stop',
				'DELETE /api/v1/workflows/w1',
			]);
			expect(JSON.parse(receiver.received[1]?.body ?? '')).toEqual({
				workflowId: 'w1',
				status: ['queued', 'running', 'waiting'],
			});
		},
	);

	it('uses no connection again, since n8n may have closed it', async () => {
		answerWith(status(200));
		await api.updateCredential('c1', {});
		expect(receiver.received[0]?.headers.connection).toBe('close');
	});

	it.each([
		['a question that n8n refuses', 401, () => api.getWorkflow('w1')],
		['a change, which may have happened', 503, () => api.updateCredential('c1', {})],
	])('makes %s only once', async (_, code, call) => {
		answerWith(status(code));
		await expect(call()).rejects.toMatchObject({ status: code });
		expect(receiver.received).toHaveLength(1);
	});
});
