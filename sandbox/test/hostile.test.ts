/** The limits of a request. `fuzz.test.ts` sends what nobody has thought of. */
import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
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

it('a huge body is refused without being read', async () => {
	const body = `{"x":"${'y'.repeat(12_000_000)}"}`;
	expect((await callFunction(sandbox, 'list-messages', body)).status).toBe(413);
});

it.each([
	'/%',
	'/%00',
	'/../../etc/passwd',
	'/media/v1/..%2f..%2fpackage.json',
	'/functions/v1/%ff',
	'/dashboard/icons/..%2f..%2fpackage.json',
])('nothing is at %s', async (path) => {
	const { status } = await fetch(`${sandbox.url}${path}`);
	expect([400, 401, 403, 404]).toContain(status);
});
