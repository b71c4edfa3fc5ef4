import { json } from 'node:stream/consumers';

import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { searchAgents } from '../../nodes/VoiceAgent/methods/searchAgents';
import { searchBusinessNumbers, searchRecipients } from '../../nodes/VoiceAgent/methods/searchChatApp';
import { searchMessages } from '../../nodes/VoiceAgent/methods/searchMessages';
import { searchFunctions, searchKnowledgeSources } from '../../nodes/VoiceAgent/methods/searchPartsOfAgents';
import { searchCallers, searchPhoneNumbers } from '../../nodes/shared/methods/searchPhoneNumbers';
import { additionalDataFor, voiceAgentFlow, workflowOf, type Credentials } from './support/engine';
import { TestService } from './support/service';
import { serve, serveText } from './support/web-page';

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

describe('The list of agents', () => {
	it('holds all of them by name, in order', async () => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const { results } = await search(searchAgents);
		expect(results.map(({ value }) => value).sort()).toEqual(agents.map(({ id }) => id).sort());
		const names = results.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});

	it('is narrowed by what is typed, in any letter case', async () => {
		const [first] = (await search(searchAgents)).results;
		const { results } = await search(searchAgents, ` ${first?.name.slice(0, 5).toUpperCase()} `);
		expect(results).toContainEqual(first);
		expect((await search(searchAgents, 'no such agent')).results).toEqual([]);
	});

	it.each(['agents', 'items', 'data', 'results', ''])(
		'is found in a response that wraps it in "%s"',
		async (field) => {
			const list = [{ id: 'a1', name: 'Reception' }];
			const page = await serveText(JSON.stringify(field ? { [field]: list } : list));
			const { results } = await search(searchAgents, '', undefined, {
				voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' },
			});
			await page.close();
			expect(results).toEqual([{ name: 'Reception', value: 'a1' }]);
		},
	);
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

	it('is searched by number, name and agent', async () => {
		const [first] = (await search(searchPhoneNumbers)).results;
		expect((await search(searchPhoneNumbers, String(first?.value))).results).toEqual([first]);
	});

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
				expected.push({ name: `${String(part[name])} (${String(agent.name)})`, value: part.id });
			}
		}
		expect(expected.length).toBeGreaterThan(1);
		expect(await search(method)).toEqual({ results: expected });
		const [first] = expected;
		expect((await search(method, first?.name.slice(-8))).results).toContainEqual(first);
	});

	it('ask for ten agents at a time, and go on at the next ten', async () => {
		const asked: unknown[] = [];
		const page = await serve(async (request, response) => {
			const { agent_id: id } = (await json(request)) as IDataObject;
			const agents = Array.from({ length: 25 }, (_, index) => ({ id: `a${index}`, name: `Agent ${index}` }));
			if (id) asked.push(id);
			const functions = id === 'a12' ? [{ id: 'f1', name: 'check_order' }] : [];
			const agent = { id, name: 'Agent 12', custom_functions: functions };
			response.end(JSON.stringify(id ? { agent } : { agents }));
		});
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		expect(await search(searchFunctions, '', undefined, credentials)).toEqual({
			results: [{ name: 'check_order (Agent 12)', value: 'f1' }],
			paginationToken: '20',
		});
		expect(asked).toHaveLength(20);
		expect(await search(searchFunctions, '', '20', credentials)).toEqual({ results: [] });
		await page.close();
	});
});

describe('The list of messages', () => {
	it('shows direction, number and text, the newest first, page by page', async () => {
		const body = { limit: 100 };
		const { messages, total } = await service.call<{ messages: IDataObject[]; total: number }>(
			'list-messages',
			body,
		);
		const { results, paginationToken } = await search(searchMessages);
		expect(results.map(({ value }) => value)).toEqual(messages.map(({ id }) => id));
		expect(results[0]?.name).toBe('Inbound from 14155550123: Is it ready to collect?');
		expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Outbound to \+?\d+: ./));
		expect(paginationToken).toBe('100');
		const rest = await search(searchMessages, '', String(Math.floor(total / 100) * 100));
		expect(rest).toEqual({ results: expect.any(Array) });
	});

	it('is searched by text, and shows the kind of a file where there is none', async () => {
		expect((await search(searchMessages, 'ready to COLLECT')).results).toHaveLength(1);
		const page = await serveText(
			JSON.stringify({
				messages: [
					{
						id: 'm1',
						direction: 'inbound',
						from_number: '1',
						to_number: '2',
						body: '',
						media: [{ kind: 'audio' }],
					},
					{
						id: 'm2',
						direction: 'outbound',
						from_number: '2',
						to_number: '1',
						body: `a\nb${'c'.repeat(200)}`,
					},
				],
			}),
		);
		const { results } = await search(searchMessages, '', undefined, {
			voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' },
		});
		await page.close();
		expect(results).toEqual([
			{ name: 'Inbound from 1: [audio]', value: 'm1' },
			{ name: `Outbound to 1: a b${'c'.repeat(77)}...`, value: 'm2' },
		]);
	});
});

describe('The lists of chat-app numbers', () => {
	it('holds who wrote in the last 24 hours, each once, with the time left', async () => {
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
			{ name: expect.stringMatching(/^16475550199, 23 h 59 min left: Second$/), value: '16475550199' },
			{ name: expect.stringMatching(/^14155550123, 22 h 5\d min left: Is it/), value: '14155550123' },
		]);
		expect((await search(searchRecipients, '6475')).results).toEqual(results.slice(0, 1));
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
		const asked: unknown[] = [];
		const page = await serve(async (request, response) => {
			const { offset } = (await json(request)) as { offset: number };
			asked.push(offset);
			const messages = Array.from({ length: 100 }, (_, index) => ({
				id: `m${offset + index}`,
				direction: 'inbound',
				from_number: `1415555${1000 + offset + index}`,
				to_number: '106540352242922',
				body: 'Hi',
				created_at: new Date(Date.now() - (offset + index) * 10 * 60_000 - 30_000).toISOString(),
			}));
			response.end(JSON.stringify({ messages, total: 100_000 }));
		});
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const { results } = await search(searchRecipients, '', undefined, credentials);
		expect(asked).toEqual([0, 100]);
		// One every ten minutes, from half a minute ago.
		expect(results).toHaveLength(144);
		expect(results.at(-1)?.name).toMatch(/^14155551143, 9 min left/);

		asked.length = 0;
		const numbers = await search(searchBusinessNumbers, '', undefined, credentials);
		expect(numbers.results).toEqual([
			{ name: '106540352242922, last message: Hi', value: '106540352242922' },
		]);
		expect(asked).toHaveLength(10);
		await page.close();
	});

	it('holds the business numbers of the newest messages', async () => {
		expect((await search(searchBusinessNumbers)).results).toEqual([
			{ name: expect.stringMatching(/^106540352242922, last message: ./), value: '106540352242922' },
		]);
	});
});

it('says what is wrong when the key is not accepted', async () => {
	const credentials = { voiceAgentApi: { baseUrl: service.sandbox.url, apiKey: `svc_${'0'.repeat(40)}` } };
	await expect(search(searchAgents, '', undefined, credentials)).rejects.toThrow(
		/did not accept the credential/,
	);
});
