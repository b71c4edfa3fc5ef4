import { json } from 'node:stream/consumers';
import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { searchAgents, searchFunctions, searchKnowledgeSources } from '../../nodes/listSearch/searchAgents';
import {
	searchBusinessNumbers,
	searchRecipients,
	searchMessages,
} from '../../nodes/listSearch/searchMessages';
import { searchCallers, searchPhoneNumbers } from '../../nodes/listSearch/searchPhoneNumbers';
import { additionalDataFor, voiceAgentFlow, workflowOf, type Credentials } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { serve, serveJson, serveText } from '../support/web-server';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

type Search = (this: LoadOptionsContext, filter?: string, token?: string) => Promise<INodeListSearchResult>;

async function search(
	method: Search,
	filter?: string,
	token?: string,
	credentials: Credentials = service.credentials,
	parameters: IDataObject = {},
) {
	const flow = voiceAgentFlow({ resource: 'message', operation: 'send', ...parameters });
	const workflow = workflowOf(flow);
	const node = workflow.getNode('Voice Agent');
	if (!node) throw new Error('The flow has no Voice Agent');
	const additionalData = additionalDataFor(credentials);
	additionalData.currentNodeParameters = { authentication: 'apiKey', ...node.parameters };
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	return await method.call(context, filter, token);
}

/** Runs a search against a service that gives the same answer to every request. */
async function answered<T>(body: unknown, work: (credentials: Credentials) => Promise<T>): Promise<T> {
	const page = await serveText(JSON.stringify(body));
	try {
		return await work({ voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } });
	} finally {
		await page.close();
	}
}

/**
 * A service with so many inbound messages, of which `describe` gives what is
 * special; the offsets of the requests it got.
 */
async function withMessages<T>(
	total: number,
	describe: (index: number) => IDataObject,
	work: (credentials: Credentials, offsets: number[]) => Promise<T>,
): Promise<T> {
	const offsets: number[] = [];
	const page = await serve(async (request, response) => {
		const { offset, limit } = (await json(request)) as { offset: number; limit: number };
		offsets.push(offset);
		const messages = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, row) => ({
			id: `m${offset + row}`,
			direction: 'inbound',
			from_number: '14155551000',
			to_number: '106540352242922',
			body: `Message ${offset + row}`,
			created_at: new Date(Date.now() - (offset + row) * 10 * 60_000 - 30_000).toISOString(),
			...describe(offset + row),
		}));
		response.end(JSON.stringify({ messages, total }));
	});
	try {
		return await work({ voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } }, offsets);
	} finally {
		await page.close();
	}
}

describe('The list of agents', () => {
	it('holds all of them by name, in order', async () => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const { results } = await search(searchAgents);
		expect(results.map(({ value }) => value).sort()).toEqual(agents.map(({ id }) => id).sort());
		const names = results.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});

	it('sorts numbers by value, tells agents of one name apart, leaves out those without an ID', async () => {
		const list = [
			{ id: 'a10', name: 'Agent 10' },
			{ id: 'a2', name: 'Agent 2' },
			{ id: 'b', name: 'Reception' },
			{ id: 'c', name: 'Reception' },
			{ name: 'Without ID' },
			{ id: 'd', name: '' },
			{ id: 'a2', name: 'Agent 2' },
		];
		const results = await answered({ agents: list }, async (credentials) => {
			return (await search(searchAgents, '', undefined, credentials)).results;
		});
		expect(results).toEqual([
			{ name: 'Agent 2', value: 'a2' },
			{ name: 'Agent 10', value: 'a10' },
			{ name: 'd', value: 'd' },
			{ name: 'Reception, b', value: 'b' },
			{ name: 'Reception, c', value: 'c' },
		]);
	});

	it('is narrowed by what is typed, in any letter case', async () => {
		const [first] = (await search(searchAgents)).results;
		const { results } = await search(searchAgents, ` ${first?.name.slice(0, 5).toUpperCase()} `);
		expect(results).toContainEqual(first);
		expect((await search(searchAgents, 'no such agent')).results).toEqual([]);
	});
});

it('A list does not wait for what a person would not wait for', async () => {
	const page = await serveJson({ error: 'Slow down' }, { status: 429, headers: { 'retry-after': '11' } });
	const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
	await expect(search(searchAgents, '', undefined, credentials)).rejects.toMatchObject({
		description: expect.stringMatching(/asks to wait for 11 seconds\. Open the list again after that\./),
	});
	expect(page.received).toHaveLength(1);
	await page.close();
});

describe('The list of phone numbers', () => {
	it('holds the active ones, and as numbers to call from those that have voice', async () => {
		const { numbers } = await service.call<{ numbers: IDataObject[] }>('list-phone-numbers', { limit: 100 });
		const valuesOf = (list: IDataObject[]) => list.map(({ phone_number: number }) => number);
		const active = numbers.filter(({ is_active: isActive }) => isActive);
		const callers = active.filter(({ capabilities }) => (capabilities as IDataObject).voice);
		expect(callers.length).toBeLessThan(active.length);
		expect(active.length).toBeLessThan(numbers.length);
		const { results, paginationToken } = await search(searchPhoneNumbers);
		expect(results.map(({ value }) => value)).toEqual(valuesOf(active));
		expect(paginationToken).toBeUndefined();
		expect((await search(searchCallers)).results.map(({ value }) => value)).toEqual(valuesOf(callers));
	});

	it.each(['+1 (415) 555.0007', ' 5550007 '])(
		'is searched by a number as people write it: %s',
		async (typed) => {
			const numbers = ['+14155550006', '+14155550007'].map((phone_number) => ({ phone_number }));
			const results = await answered({ numbers }, async (credentials) => {
				return (await search(searchPhoneNumbers, typed, undefined, credentials)).results;
			});
			expect(results).toEqual([{ name: '+14155550007', value: '+14155550007' }]);
		},
	);

	it('goes on at the page that its token names', async () => {
		const page = await serveText(
			JSON.stringify({
				numbers: Array.from({ length: 100 }, (_, i) => ({
					phone_number: `+1415555${1000 + i}`,
					is_active: true,
				})),
				total: 1000,
			}),
		);
		const { paginationToken } = await search(searchPhoneNumbers, '', '300', {
			voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' },
		});
		await page.close();
		expect(paginationToken).toBe('400');
	});
});

describe('The lists of what belongs to agents', () => {
	it.each([
		['functions', searchFunctions, 'custom_functions', 'name'],
		['knowledge sources', searchKnowledgeSources, 'knowledge_sources', 'title'],
	] as const)('hold the %s of all agents, with the name of the agent', async (_, method, field, name) => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const expected = [];
		for (const { id } of agents) {
			const agent = await service.call<IDataObject>('get-agent', { agent_id: id });
			for (const part of agent[field] as IDataObject[]) {
				expected.push({
					name: `${String(part[name])} (${String(agent.name)})`,
					value: part.id,
					agent: String(agent.name),
				});
			}
		}
		expect(expected.length).toBeGreaterThan(1);
		expected.sort((a, b) => a.agent.localeCompare(b.agent) || a.name.localeCompare(b.name));
		const entries = expected.map(({ name, value }) => ({ name, value }));
		expect(await search(method)).toEqual({ results: entries });
		const [first] = entries;
		expect((await search(method, first?.name.slice(-8))).results).toContainEqual(first);
	});

	/**
	 * A service with so many agents, each with functions; the IDs of agents that were
	 * asked for, and how often all were listed.
	 */
	async function withAgents<T>(
		count: number,
		functionsOf: (index: number) => IDataObject[] | undefined,
		work: (credentials: Credentials, asked: string[], lists: () => number) => Promise<T>,
	): Promise<T> {
		const asked: string[] = [];
		let lists = 0;
		const page = await serve(async (request, response) => {
			const { agent_id: id } = (await json(request)) as { agent_id?: string };
			if (id === undefined) {
				lists++;
				const agents = Array.from({ length: count }, (_, i) => ({ id: `a${i}`, name: `Agent ${i}` }));
				return response.end(JSON.stringify({ agents }));
			}
			asked.push(id);
			const functions = functionsOf(Number(id.slice(1)));
			if (functions) return response.end(JSON.stringify({ id, custom_functions: functions }));
			response.statusCode = 404;
			return response.end(JSON.stringify({ error: 'Agent not found' }));
		});
		try {
			return await work({ voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } }, asked, () => lists);
		} finally {
			await page.close();
		}
	}

	it('are searched through all agents, which are listed once and each asked for once', async () => {
		const functions = (index: number) => [{ id: `f${index}`, name: index % 16 === 0 ? 'book' : 'check' }];
		await withAgents(40, functions, async (credentials, asked, lists) => {
			expect(await search(searchFunctions, 'book', undefined, credentials)).toEqual({
				results: [0, 16, 32].map((i) => ({ name: `book (Agent ${i})`, value: `f${i}` })),
			});
			expect(asked).toHaveLength(40);
			expect(lists()).toBe(1);
		});
	});

	it('ask for no more agents than are needed to fill the list, and go on with the next ones', async () => {
		const functions = (index: number) => [1, 2].map((i) => ({ id: `f${index}-${i}`, name: `check_${i}` }));
		await withAgents(40, functions, async (credentials, asked) => {
			const first = await search(searchFunctions, '', undefined, credentials);
			expect(first.results).toHaveLength(40);
			expect(asked).toHaveLength(20);
			const rest = await search(searchFunctions, '', first.paginationToken as string, credentials);
			expect(rest.results).toHaveLength(40);
			expect(asked).toHaveLength(40);
			expect(rest.paginationToken).toBeUndefined();
		});
	});

	it('say how far the search went in an account of very many agents', async () => {
		await withAgents(
			150,
			() => [],
			async (credentials, asked) => {
				expect(await search(searchFunctions, 'book', undefined, credentials)).toEqual({
					results: [{ name: 'Only the first 100 agents were searched. Choose By ID for others.', value: '' }],
				});
				expect(asked).toHaveLength(100);
			},
		);
	});

	it('leave out an agent that was deleted meanwhile, and functions without an ID', async () => {
		const functions = (index: number) =>
			index === 1 ? undefined : [{ id: `f${index}`, name: 'check' }, { name: 'without ID' }];
		await withAgents(3, functions, async (credentials) => {
			expect((await search(searchFunctions, '', undefined, credentials)).results).toEqual([
				{ name: 'check (Agent 0)', value: 'f0' },
				{ name: 'check (Agent 2)', value: 'f2' },
			]);
		});
	});
});

describe('The list of messages', () => {
	it('shows direction, number and time, the newest first, page by page', async () => {
		const body = { limit: 100 };
		const { messages, total } = await service.call<{ messages: IDataObject[]; total: number }>(
			'list-messages',
			body,
		);
		const { results, paginationToken } = await search(searchMessages);
		expect(results.map(({ value }) => value)).toEqual(messages.map(({ id }) => id));
		expect(results[0]?.name).toMatch(/^Inbound from 14155550123, \d{4}-\d\d-\d\d \d\d:\d\d$/);
		expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Outbound to \+?\d+, ./));
		expect(paginationToken).toBe('100');
		const rest = await search(searchMessages, '', String(Math.floor(total / 100) * 100));
		expect(rest).toEqual({ results: expect.any(Array) });
	});

	it('is searched page by page until there is enough to scroll', async () => {
		const body = (index: number) => ({ body: index % 150 === 149 ? 'An order' : 'Hello' });
		await withMessages(850, body, async (credentials, offsets) => {
			const { results, paginationToken } = await search(searchMessages, 'order', undefined, credentials);
			expect(results.map(({ value }) => value)).toEqual(['m149', 'm299', 'm449', 'm599', 'm749']);
			expect(paginationToken).toBeUndefined();
			expect(offsets).toHaveLength(9);
		});
	});

	it('says how far the search went where there are very many messages', async () => {
		await withMessages(
			5_000,
			(index) => ({ body: index === 700 ? 'An order' : 'Hello' }),
			async (credentials, offsets) => {
				expect(await search(searchMessages, 'order', undefined, credentials)).toEqual({
					results: [
						expect.objectContaining({ value: 'm700', description: 'An order' }),
						{ name: 'Only the newest 1,000 messages were searched. Choose By ID for others.', value: '' },
					],
				});
				expect(offsets).toHaveLength(10);
			},
		);
	});

	it('does not take a page that the service has cut to 50 for the last one', async () => {
		const offsets: number[] = [];
		const page = await serve(async (request, response) => {
			const { offset } = (await json(request)) as { offset: number };
			offsets.push(offset);
			const messages = Array.from({ length: Math.min(50, 120 - offset) }, (_, row) => ({
				id: `m${offset + row}`,
				body: 'Hi',
			}));
			response.end(JSON.stringify({ messages }));
		});
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const first = await search(searchMessages, '', undefined, credentials);
		expect(first.paginationToken).toBe('50');
		expect((await search(searchMessages, 'm119', undefined, credentials)).results).toHaveLength(1);
		await page.close();
	});

	it('leaves out a message without an ID, and shows one that two pages hold once', async () => {
		await withMessages(
			150,
			(index) => ({ id: index === 3 ? undefined : index === 120 ? 'm99' : `m${index}`, body: 'order' }),
			async (credentials) => {
				const first = await search(searchMessages, '', undefined, credentials);
				expect(first.results).toHaveLength(99);
				const found = await search(searchMessages, 'm99', undefined, credentials);
				expect(found.results).toHaveLength(1);
			},
		);
	});

	it('is searched by text, or by the kind of a file where there is none', async () => {
		expect((await search(searchMessages, 'ready to COLLECT')).results).toHaveLength(1);
		const page = await serveText(
			JSON.stringify({
				messages: [
					{
						id: 'm1',
						direction: 'inbound',
						from_number: '1',
						to_number: '2',
						created_at: '2026-05-31T12:00:00.000Z',
						body: '',
						media: [{ kind: 'audio' }],
					},
					{
						id: 'm2',
						direction: 'outbound',
						from_number: '2',
						to_number: '1',
						body: ` a \n b${'c'.repeat(200)}`,
					},
					{ id: 'm3', direction: 'inbound', from_number: '3', to_number: '2', body: null, media: null },
				],
			}),
		);
		const { results } = await search(searchMessages, '', undefined, {
			voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' },
		});
		await page.close();
		expect(results).toEqual([
			// In the time zone of the workflow.
			{ name: 'Inbound from 1, 2026-05-31 14:00', value: 'm1', description: '[audio]' },
			{ name: 'Outbound to 1', value: 'm2', description: `a b${'c'.repeat(77)}...` },
			{ name: 'Inbound from 3', value: 'm3', description: '' },
		]);
	});
});

describe('The lists of chat-app numbers', () => {
	it('holds who wrote in the last 24 hours, each once', async () => {
		await service.sandbox.control('POST', '/events/chatapp.received', {
			from_number: '+16475550199',
			body: 'First',
		});
		await service.sandbox.control('POST', '/events/chatapp.received', {
			from_number: '+16475550199',
			body: 'Second',
		});
		const { results } = await search(searchRecipients);
		expect(results).toEqual([
			{ name: '16475550199', value: '16475550199', description: 'Second' },
			{ name: '14155550123', value: '14155550123', description: expect.stringMatching(/^Is it/) },
		]);
		expect((await search(searchRecipients, '6475')).results).toEqual(results.slice(0, 1));
		expect((await search(searchRecipients, 'SECOND')).results).toEqual(results.slice(0, 1));
	});

	it.each([
		['their business number', { __rl: true, mode: 'id', value: ' 106540352242922 ' }, 2],
		['an expression', { __rl: true, mode: 'id', value: '={{ $json.number }}' }, 2],
		['another business number', { __rl: true, mode: 'list', value: '106540352242977' }, 0],
	])('shows of the people who wrote those who wrote to %s', async (_, phoneNumberId, count) => {
		const { results } = await search(searchRecipients, '', undefined, service.credentials, { phoneNumberId });
		expect(results).toHaveLength(count);
	});

	it('looks no further back than 24 hours, however many messages there are', async () => {
		const sender = (index: number) => ({ from_number: `1415555${1000 + index}` });
		await withMessages(100_000, sender, async (credentials, offsets) => {
			const first = await search(searchRecipients, '', undefined, credentials);
			expect(first.paginationToken).toBe('100');
			const rest = await search(searchRecipients, '', '100', credentials);
			expect(rest.paginationToken).toBeUndefined();
			expect(offsets).toEqual([0, 100]);
			// One every ten minutes, from half a minute ago.
			expect(first.results.length + rest.results.length).toBe(144);
			expect(rest.results.at(-1)?.name).toBe('14155551143');
		});
	});

	it('says how far it looked for business numbers', async () => {
		await withMessages(
			100_000,
			() => ({ body: 'Hi' }),
			async (credentials, offsets) => {
				const { results } = await search(searchBusinessNumbers, '', undefined, credentials);
				expect(results).toEqual([
					{ name: '106540352242922', value: '106540352242922', description: 'Hi' },
					{ name: 'Only the newest 1,000 messages were searched. Choose By ID for others.', value: '' },
				]);
				expect(offsets).toHaveLength(10);
			},
		);
	});

	it('leaves out who wrote at a time that cannot be read', async () => {
		await withMessages(
			2,
			(index) => (index === 0 ? { created_at: 'yesterday', from_number: '14155551001' } : {}),
			async (credentials) => {
				const { results } = await search(searchRecipients, '', undefined, credentials);
				expect(results.map(({ value }) => value)).toEqual(['14155551000']);
			},
		);
	});

	it('counts the 24 hours by the clock of the service, whatever that of n8n says', async () => {
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 2 * 3_600_000);
		try {
			await withMessages(
				1,
				() => ({ created_at: new Date(now - 23 * 3_600_000).toISOString() }),
				async (credentials) => {
					const { results } = await search(searchRecipients, '', undefined, credentials);
					expect(results.map(({ name }) => name)).toEqual(['14155551000']);
				},
			);
		} finally {
			clock.mockRestore();
		}
	});

	it('holds who wrote by a clock that is ahead', async () => {
		await withMessages(
			1,
			() => ({ created_at: new Date(Date.now() + 3_600_000).toISOString() }),
			async (credentials) => {
				const { results } = await search(searchRecipients, '', undefined, credentials);
				expect(results[0]?.name).toBe('14155551000');
			},
		);
	});

	it('holds the business numbers of the newest messages', async () => {
		expect((await search(searchBusinessNumbers)).results).toEqual([
			{
				name: '106540352242922',
				value: '106540352242922',
				description: expect.stringMatching(/./),
			},
		]);
	});
});

it('keeps what people wrote out of the names, which n8n stores with the workflow', async () => {
	const text = 'My daughter is ill';
	await service.sandbox.control('POST', '/events/chatapp.received', { body: text });
	for (const method of [searchRecipients, searchBusinessNumbers, searchMessages]) {
		const { results } = await search(method, text);
		expect(results).toContainEqual(expect.objectContaining({ description: text }));
		for (const { name } of results) expect(name).not.toContain(text);
	}
});

it('is read by no credential that was not chosen', async () => {
	await service.clear();
	await expect(
		search(searchAgents, '', undefined, service.credentials, { authentication: 'oauth' }),
	).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: `'Authentication' "oauth" is not one of its options`,
		description: expect.stringMatching(/gives one of: apiKey, session\.$/),
	});
	expect(await service.requests('list-agents')).toEqual([]);
});
