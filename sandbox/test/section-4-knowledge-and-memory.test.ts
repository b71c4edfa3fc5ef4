import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface Memory {
	id: string;
	summary: string;
	key_topics: unknown[];
	preferences: Record<string, unknown>;
	relationship_notes: string;
	last_updated: string;
}
interface Source {
	id: string;
	agent_id: string;
	chunk_count: number;
}

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});
beforeEach(() => sandbox.control('POST', '/reset'));

const listMemories = async () => (await sandbox.control('GET', '/memories')).memories;
const listSources = async () => (await sandbox.control('GET', '/knowledge-sources')).knowledge_sources;

describe('4 delete-knowledge-source', () => {
	it('deletes the source with all its chunks permanently, and returns their number', async () => {
		const [source, ...others] = await listSources();
		const id = source?.id;
		expect(source?.chunk_count).toBeGreaterThan(0);
		const answer = await callFunction<unknown>(sandbox, 'delete-knowledge-source', { source_id: id });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ success: true, chunks_deleted: source?.chunk_count });
		expect(await listSources()).toEqual(others);
		const agent = await callFunction<{ knowledge_sources: Source[] }>(sandbox, 'get-agent', {
			agent_id: source?.agent_id,
		});
		expect(agent.body.knowledge_sources.map((left) => left.id)).not.toContain(id);
		const again = await callFunction(sandbox, 'delete-knowledge-source', { source_id: id });
		expect(again.status).toBe(404);
	});
});

describe('sections 2 and 4, update-memory', () => {
	const update = (body: object) => callFunction<Memory>(sandbox, 'update-memory', body);

	it('changes only the given fields, and returns the record with a new time', async () => {
		const [memory] = await listMemories();
		const { phone_number: _caller, ...record } = memory ?? { phone_number: '' };
		const { status, body } = await update({ memory_id: memory?.id, summary: 'Wants a red lamp now.' });
		expect(status).toBe(200);
		expect(body).toEqual({
			...record,
			summary: 'Wants a red lamp now.',
			last_updated: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		expect(Date.parse(body.last_updated)).toBeGreaterThan(Date.parse(memory?.last_updated ?? ''));
		expect((await listMemories())[0]).toMatchObject(body);
	});

	it('replaces topics and preferences as a whole', async () => {
		const [memory] = await listMemories();
		const changes = {
			key_topics: ['red lamp', { deep: [1, null] }, 7],
			preferences: { language: 'fr', nested: { list: [1, { a: null }] } },
			relationship_notes: '',
		};
		const { body } = await update({ memory_id: memory?.id, ...changes });
		expect(body).toEqual({ ...body, ...changes });
	});

	it('changes nothing when no field is given', async () => {
		const [memory] = await listMemories();
		const { status, body } = await update({ memory_id: memory?.id, phone_number: '+15005550006' });
		expect(status).toBe(200);
		expect(memory).toMatchObject(body);
	});
});

describe('4 delete-memory', () => {
	const remove = (id: unknown) => callFunction<unknown>(sandbox, 'delete-memory', { memory_id: id });

	it('removes the record permanently', async () => {
		const [memory, ...others] = await listMemories();
		const answer = await remove(memory?.id);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ success: true });
		expect(await listMemories()).toEqual(others);
		expect((await remove(memory?.id)).status).toBe(404);
		expect((await callFunction(sandbox, 'update-memory', { memory_id: memory?.id })).status).toBe(404);
	});
});
