import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { N8nClient } from '../../playground/n8n-client.ts';

// n8n gives up a check after 250 ms, which cannot be brought about at will: this server refuses as it does.
const CUT_SHORT =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Error validating node parameters';
const INVALID =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Missing required credential: Service';

describe('activateWorkflow', () => {
	let server: Server;
	let refusals: string[];
	let tries: number;

	beforeAll(async () => {
		server = createServer(({ url }, response) => {
			if (url?.endsWith('/publication-status')) {
				response.end(JSON.stringify({ data: { status: 'published', triggers: [] } }));
				return;
			}
			tries += 1;
			const message = refusals.shift();
			response.statusCode = message === undefined ? 200 : 400;
			response.end(JSON.stringify(message === undefined ? { data: {} } : { message }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		tries = 0;
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));

	const activate = async () => {
		const { port } = server.address() as AddressInfo;
		await new N8nClient(`http://127.0.0.1:${port}`).activateWorkflow({ id: 'w', versionId: 'v' });
	};

	it('tries again when n8n has cut its check short', async () => {
		refusals = [CUT_SHORT, CUT_SHORT];
		await activate();
		expect(tries).toBe(3);
	});

	it('fails when n8n cuts every check short', async () => {
		refusals = Array<string>(9).fill(CUT_SHORT);
		await expect(activate()).rejects.toThrow('Error validating node parameters');
		expect(tries).toBe(5);
	});

	it('fails at once when the workflow is not valid', async () => {
		refusals = [INVALID];
		await expect(activate()).rejects.toThrow('Missing required credential');
		expect(tries).toBe(1);
	});
});
