import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ask as askSandbox } from '../../test/support/sandbox-command.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const ask = (...words: string[]) => askSandbox(sandbox, ...words);

interface Listed {
	id: string;
}

describe('commands about the account', () => {
	it('account shows the log-in', async () => {
		const shown = await ask('account', 'show');
		for (const value of [sandbox.email, sandbox.password, sandbox.anonKey]) expect(shown).toContain(value);
	});

	it.each([
		['memories', 'memories', /\+14155550123/],
		['knowledge-sources', 'knowledge_sources', /Opening hours/],
		['custom-functions', 'custom_functions', /book_appointment/],
	])('%s lists what there is, with ids', async (command, field, text) => {
		const shown = await ask(command, 'list');
		expect(shown).toMatch(text);
		const answer = await untypedControl<Record<string, Array<{ id: string }>>>(sandbox, 'GET', `/${command}`);
		const listed = answer[field] ?? [];
		expect(listed.length).toBeGreaterThan(2);
		for (const { id } of listed) expect(shown).toContain(id);
	});

	it('skills are listed and changed, and their executions listed', async () => {
		const { skills } = await sandbox.control('GET', '/skills');
		const [first] = skills;
		const shown = await ask('skills', 'list');
		for (const { id } of skills) expect(shown).toContain(id);
		expect(await ask('skill-executions', 'list')).toContain('There are none');
		expect(await ask('skills', 'change', first?.id ?? '', 'pending')).toMatch(/pending/);
		const { body } = await callFunction<{ execution_id: string }>(
			sandbox,
			`manage-skills/${first?.id}/execute`,
		);
		expect(await ask('skill-executions', 'list')).toMatch(new RegExp(`pending.*${body.execution_id}`));
		await expect(ask('skills', 'change', first?.id ?? '', 'perfect')).rejects.toThrow(
			/completed, failed, pending/,
		);
		await expect(ask('skills', 'change', 'nonsense', 'failed')).rejects.toThrow('Skill not found');
	});

	it('numbers add provisions a number, once', async () => {
		const { agents } = (await callFunction<{ agents: Listed[] }>(sandbox, 'list-agents')).body;
		const agent = agents[0]?.id ?? '';
		const words = [
			'numbers',
			'add',
			'+13035550177',
			'--friendly-name',
			'Denver',
			'--agent-id',
			agent,
			'--is-active',
			'no',
		];
		expect(await ask(...words)).toMatch(
			/phone_number: \+13035550177\n[^]*friendly_name: Denver|friendly_name: Denver/,
		);
		const { numbers } = await sandbox.control('GET', '/numbers');
		expect(numbers[0]).toMatchObject({
			phone_number: '+13035550177',
			friendly_name: 'Denver',
			agent_id: agent,
			text_agent_id: null,
			is_active: false,
		});
		await expect(ask(...words)).rejects.toThrow('+13035550177 is a number of this account already');
		await expect(ask('numbers', 'add', '3035550178')).rejects.toThrow('phone_number');
		await expect(ask('numbers', 'add', '+13035550179', '--text-agent-id', 'x')).rejects.toThrow(
			'Agent not found',
		);
	});

	/** Creates something; answers the record. */
	const add = async (...words: string[]) => JSON.parse(await ask(...words, '--json')) as Listed;

	it('agents add, skills add and knowledge-sources add create records of the service', async () => {
		const { id } = await add('agents', 'add', 'Night desk', '--language', 'fr-CA');
		const skill = await add('skills', 'add', id, 'Night report', '--trigger-type', 'schedule');
		const source = await add('knowledge-sources', 'add', id, 'Prices', 'https://example.com/prices');
		const { body } = await callFunction(sandbox, 'get-agent', { agent_id: id });
		expect(body).toMatchObject({
			name: 'Night desk',
			language: 'fr-CA',
			llm_model: 'sandbox-swift-1',
			is_active: true,
			knowledge_sources: [{ id: source.id, title: 'Prices', chunk_count: 1 }],
		});
		const dryRun = { dry_run: true };
		expect((await callFunction(sandbox, `manage-skills/${skill.id}/execute`, dryRun)).status).toBe(200);
		const deleted = await callFunction(sandbox, 'delete-knowledge-source', { source_id: source.id });
		expect(deleted.body).toEqual({ success: true, chunks_deleted: 1 });
		await expect(ask('agents', 'add', 'Day desk', '--llm-model', 'unknown')).rejects.toThrow('--llm-model');
		for (const words of [
			['skills', 'add', 'nonsense', 'A name'],
			['knowledge-sources', 'add', 'nonsense', 'A title', 'https://example.com'],
		]) {
			await expect(ask(...words)).rejects.toThrow('Agent not found');
		}
	});

	it('memories add creates the memory of a caller, once', async () => {
		const words = ['memories', 'add', '+14155550177', 'Wants a quiet lamp'];
		const { id } = await add(...words, '--key-topics', 'lamps,noise');
		const changed = await callFunction(sandbox, 'update-memory', {
			memory_id: id,
			relationship_notes: 'New',
		});
		expect(changed.body).toMatchObject({
			summary: 'Wants a quiet lamp',
			key_topics: ['lamps', 'noise'],
			preferences: {},
			relationship_notes: 'New',
		});
		await expect(ask(...words)).rejects.toThrow('There is a memory of +14155550177 already');
	});
});

describe('serve', () => {
	it('prints a log-in that works', async () => {
		const child = spawn(NODE, [CLI, 'serve', '--port', '0', '--seed', 'empty'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let shown = '';
		child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
		try {
			await eventually(() => (shown.includes('Ctrl-C') ? true : undefined));
			const [, url = ''] = /runs at (\S+)/.exec(shown) ?? [];
			const [, email, password] = /Log-in: +(\S+), password (\S+)/.exec(shown) ?? [];
			const [, anonKey = ''] = /Anon key: +(\S+)/.exec(shown) ?? [];
			const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
				method: 'POST',
				headers: { apikey: anonKey, 'content-type': 'application/json' },
				body: JSON.stringify({ email, password }),
			});
			expect(response.status).toBe(200);
		} finally {
			const gone = once(child, 'exit');
			child.kill('SIGTERM');
			await gone;
		}
	});
});
