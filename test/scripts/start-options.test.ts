import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { runScript } from './run-script';

it('a wrong name of an example is refused with the names that there are', () => {
	const { code, output } = runScript('start/start.mjs', '--example', 'triage');
	expect(code).toBe(2);
	expect(output).toMatch(/^--example: there is no example "triage"\. These are there:\n/m);
	expect(output).toMatch(/^ {2}answer-an-sms-by-chat-app\n/m);
	expect(output).toMatch(/^ {2}triage-calls-and-sms\n/m);
	expect(output).not.toMatch(/README\n|\.json|\.png/);
});

it.each([
	['--n8n n8n', '--n8n takes an address such as '],
	['--n8n http://127.0.0.1:5678 --dev', '--n8n and --dev exclude each other.'],
	['--n8n http://127.0.0.1:5678 --queue', '--n8n and --queue exclude each other.'],
	['--queue --dev', '--queue and --dev exclude each other.'],
	['--sandbox-url http://127.0.0.1:4010', '--sandbox-url goes with --n8n.'],
	['--workers 2', '--workers goes with --queue.'],
	['--queue --workers 0', '--workers takes a number from 1 to 8, not "0".'],
	['--queue --database Voice', '--database takes small letters, digits and underscores, not "Voice".'],
	['--n8n-port 0', '--n8n-port takes a port, a number from 1 to 65535, not "0".'],
	['--n8n-port 4010', '--n8n-port and --sandbox-port must differ.'],
	['--tarball gone.tgz', '--tarball: there is no file '],
])('%s is refused before anything starts', (options, words) => {
	const { code, output } = runScript('start/start.mjs', ...options.split(' '));
	expect(code).toBe(2);
	expect(output.startsWith(words)).toBe(true);
	expect(output).toMatch(/ See npm start -- --help\n$/);
});

it.each(['examples/triage-calls-and-sms/workflow.json', 'examples/triage-calls-and-sms'])(
	'the path %s stands for the name of an example',
	async (path) => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		try {
			const example = ['--example', path];
			const { output } = runScript('start/start.mjs', ...example, '--sandbox-port', String(port));
			// The next thing that a start looks at, once it has understood all options.
			expect(output).toMatch(/^Port \d+, meant for (n8n|the sandbox), is taken/m);
		} finally {
			server.close();
		}
	},
);
