import { hostileRequests, SECRETS, UNLOGGABLE } from '../support/hostile-requests';
import { receive } from '../support/trigger-webhook';

const answers = {
	refused: { status: 401, body: { error: 'Unauthorized' } },
	dropped: { status: 200, body: { received: true, ignored: expect.any(String) } },
	started: { status: 200, body: { received: true } },
};

describe('Voice Agent Trigger: a stranger', () => {
	it.each(hostileRequests.map((request) => [request.name, request] as const))(
		'is answered as is right: %s',
		async (_, request) => {
			const { body, headers, query, parameters, outcome } = request;
			const credential = { baseUrl: 'https://x.example', ...SECRETS, ...request.credential };
			const reception = await receive({
				rawBody: body,
				headers,
				query,
				credential,
				parameters: { events: ['sms.received', 'chatapp.received'], ...parameters },
			});
			expect(reception).toMatchObject(answers[outcome]);
			expect(reception.started?.length).toBe(outcome === 'started' ? 1 : undefined);
			// n8n stores what starts an execution as JSON.
			expect(() => JSON.stringify(reception.started)).not.toThrow();
			expect(reception.log.split('\n').filter(Boolean)).toHaveLength(outcome === 'started' ? 0 : 1);
			for (const words of UNLOGGABLE) expect(reception.log).not.toContain(words);
		},
	);

	it('leaves no trace in the prototype of objects', () => {
		expect({}).not.toHaveProperty('x');
		expect({}).not.toHaveProperty('y');
	});
});
