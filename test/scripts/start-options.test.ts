import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { runScript } from '../support/run-script';

it('a wrong name of an example is refused with the names that there are', () => {
	const { code, output } = runScript('start.mjs', '--example', 'triage');
	expect(code).toBe(2);
	expect(output).toMatch(/^--example: there is no example "triage"\. These are there:\n/m);
	expect(output).toMatch(/^ {2}answer-an-sms-by-chat-app\n/m);
	expect(output).toMatch(/^ {2}triage-calls-and-sms\n/m);
	expect(output).not.toMatch(/README\n|\.json|\.png/);
});

it('an address of n8n that is none is refused', () => {
	const { code, output } = runScript('start.mjs', '--n8n', 'n8n');
	expect(code).toBe(2);
	expect(output).toMatch(/^--n8n takes an address such as /m);
});

it.each(['examples/triage-calls-and-sms/workflow.json', 'examples/triage-calls-and-sms'])(
	'the path %s stands for the name of an example',
	async (path) => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		try {
			const example = ['--example', path];
			const { output } = runScript('start.mjs', ...example, '--sandbox-port', String(port));
			// The next thing that a start looks at, once it has understood all options.
			expect(output).toMatch(/^Port \d+, meant for (n8n|the sandbox), is taken/m);
		} finally {
			server.close();
		}
	},
);
