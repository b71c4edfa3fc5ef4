/** The limits of a request. `fuzz.test.ts` sends what nobody has thought of. */
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
let authorization: string;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
	authorization = `Bearer ${sandbox.apiKey}`;
});

it('8 a body may be nested 100 levels deep, and no deeper', async () => {
	const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}"]}{["${']'.repeat(levels - 1)}}`;
	expect(await callFunction(sandbox, 'list-messages', nested(100))).toMatchObject({
		...{ status: 200, body: { messages: expect.any(Array) } },
	});
	for (const levels of [101, 50_000]) {
		expect(await callFunction(sandbox, 'list-messages', nested(levels))).toMatchObject({
			...{ status: 400, body: { error: 'The body is nested deeper than 100 levels' } },
		});
	}
});

it.each(['/functions/v1/list-messages', '/sandbox/v1/events/sms.received'])(
	'a huge body of %s is refused without being read',
	async (path) => {
		const headers = { ...JSON_TYPE, authorization };
		const body = `{"x":"${'y'.repeat(12_000_000)}"}`;
		expect((await fetch(sandbox.url + path, { method: 'POST', headers, body })).status).toBe(413);
		expect(await sandbox.control('GET', '/status')).toHaveProperty('name');
	},
);

it('another content type than JSON is refused, and none', async () => {
	for (const type of [{ 'content-type': 'text/plain' }, undefined]) {
		const answer = await callFunction(sandbox, 'list-messages', '{}', { authorization, ...type });
		expect(answer.status).toBe(415);
	}
});

it('an unknown address is told in plain form', async () => {
	expect(await callFunction(sandbox, 'no-such')).toMatchObject({
		...{ status: 404, body: { error: 'There is no POST /functions/v1/no-such' } },
	});
});

it.each(['/%', '/%00', '/../../etc/passwd', '/media/v1/..%2f..%2fpackage.json', '/functions/v1/%ff'])(
	'nothing is at %s',
	async (path) => {
		const { status } = await fetch(`${sandbox.url}${path}`);
		expect([400, 401, 403, 404]).toContain(status);
	},
);
