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
import { serveJson, startReceiver, type Receiver } from '../support/http-server';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const pages: Receiver[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	for (const page of pages.splice(0)) await page.close();
});

type Search = (this: LoadOptionsContext, filter?: string, token?: string) => Promise<INodeListSearchResult>;

interface Typed {
	filter?: string;
	token?: string | undefined;
	credentials?: Credentials;
	parameters?: IDataObject;
}

async function search(
	method: Search,
	{ filter = '', token, credentials = service.credentials, parameters = {} }: Typed = {},
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

const valuesOf = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

/** A service that answers by the body of a request, or with 404; and the bodies so far. */
async function serviceThat(answer: (body: IDataObject) => object | undefined) {
	const bodies: IDataObject[] = [];
	const page = await startReceiver((request, response) => {
		const body = JSON.parse(request.body) as IDataObject;
		bodies.push(body);
		const found = answer(body);
		response.statusCode = found ? 200 : 404;
		response.end(JSON.stringify(found ?? { error: 'Not found' }));
	});
	pages.push(page);
	const credentials: Credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
	return { credentials, bodies };
}

/**
 * A service with so many inbound messages, one every ten minutes from half a minute ago, of which `describe`
 * gives what is special.
 */
const serviceWithMessages = async (total: number, describe: (index: number) => IDataObject) =>
	await serviceThat(({ offset, limit }) => ({
		messages: Array.from(
			{ length: Math.max(0, Math.min(Number(limit), total - Number(offset))) },
			(_, row) => {
				const index = Number(offset) + row;
				return {
					id: `m${index}`,
					direction: 'inbound',
					from_number: '14155551000',
					to_number: '106540352242922',
					body: `Message ${index}`,
					created_at: new Date(Date.now() - index * 10 * 60_000 - 30_000).toISOString(),
					...describe(index),
				};
			},
		),
		total,
	}));

describe('The list of agents', () => {
	it('holds all of them by name, in order', async () => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const found = await search(searchAgents);
		expect(valuesOf(found).sort()).toEqual(agents.map(({ id }) => id).sort());
		const names = found.results.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});

	it('sorts numbers by value, tells agents of one name apart, leaves out those without an ID', async () => {
		const { credentials } = await serviceThat(() => ({
			agents: [
				{ id: 'a10', name: 'Agent 10' },
				{ id: 'a2', name: 'Agent 2' },
				{ id: 'b', name: 'Reception' },
				{ id: 'c', name: 'Reception' },
				{ name: 'Without ID' },
				{ id: 'd', name: '' },
				{ id: 'a2', name: 'Agent 2' },
			],
		}));
		expect((await search(searchAgents, { credentials })).results).toEqual([
			{ name: 'Agent 2', value: 'a2' },
			{ name: 'Agent 10', value: 'a10' },
			{ name: 'd', value: 'd' },
			{ name: 'Reception, b', value: 'b' },
			{ name: 'Reception, c', value: 'c' },
		]);
	});
});

it('A list does not wait for what a person would not wait for', async () => {
	const page = await serveJson({ error: 'Slow down' }, { status: 429, headers: { 'retry-after': '11' } });
	pages.push(page);
	const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
	await expect(search(searchAgents, { credentials })).rejects.toMatchObject({
		description: expect.stringMatching(/asks to wait for 11 seconds\. Try again after that\./),
	});
	expect(page.received).toHaveLength(1);
});

describe('The list of phone numbers', () => {
	it('holds the active ones, and as numbers to call from those that have voice', async () => {
		const { numbers } = await service.call<{ numbers: IDataObject[] }>('list-phone-numbers', { limit: 100 });
		const numbersOf = (list: IDataObject[]) => list.map(({ phone_number: number }) => number);
		const active = numbers.filter(({ is_active: isActive }) => isActive);
		const callers = active.filter(({ capabilities }) => (capabilities as IDataObject).voice);
		expect(callers.length).toBeLessThan(active.length);
		expect(active.length).toBeLessThan(numbers.length);
		const found = await search(searchPhoneNumbers);
		expect(valuesOf(found)).toEqual(numbersOf(active));
		expect(found.paginationToken).toBeUndefined();
		expect(valuesOf(await search(searchCallers))).toEqual(numbersOf(callers));
	});

	it.each(['+1 (415) 555.0007', ' 5550007 '])(
		'is searched by a number as people write it: %s',
		async (filter) => {
			const numbers = ['+14155550006', '+14155550007'].map((phone_number) => ({ phone_number }));
			const { credentials } = await serviceThat(() => ({ numbers }));
			const { results } = await search(searchPhoneNumbers, { filter, credentials });
			expect(results).toEqual([{ name: '+14155550007', value: '+14155550007' }]);
		},
	);
});

describe('The lists of what belongs to agents', () => {
	it.each([
		['functions', searchFunctions, 'custom_functions', 'name'],
		['knowledge sources', searchKnowledgeSources, 'knowledge_sources', 'title'],
	] as const)('hold the %s of all agents, with the name of the agent', async (_, method, field, name) => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const expected: Array<{ name: string; value: unknown }> = [];
		for (const { id } of [...agents].sort((a, b) => String(a.name).localeCompare(String(b.name)))) {
			const agent = await service.call<IDataObject>('get-agent', { agent_id: id });
			const parts = (agent[field] as IDataObject[]).map((part) => ({
				name: `${String(part[name])} (${String(agent.name)})`,
				value: part.id,
			}));
			expected.push(...parts.sort((a, b) => a.name.localeCompare(b.name)));
		}
		expect(expected.length).toBeGreaterThan(1);
		expect(await search(method)).toEqual({ results: expected });
		const [first] = expected;
		expect((await search(method, { filter: first?.name.slice(-8) ?? '' })).results).toContainEqual(first);
	});

	/** A service with so many agents, each with functions unless it was deleted meanwhile. */
	const serviceWithAgents = async (
		count: number,
		functionsOf: (index: number) => IDataObject[] | undefined,
	) =>
		await serviceThat(({ agent_id: id }) => {
			if (id === undefined) {
				return { agents: Array.from({ length: count }, (_, i) => ({ id: `a${i}`, name: `Agent ${i}` })) };
			}
			const functions = functionsOf(Number(String(id).slice(1)));
			return functions && { id, custom_functions: functions };
		});

	it('ask for no more agents than are needed to fill the list, and go on with the next ones', async () => {
		const { credentials, bodies } = await serviceWithAgents(40, (index) =>
			[1, 2].map((i) => ({ id: `f${index}-${i}`, name: `check_${i}` })),
		);
		const first = await search(searchFunctions, { credentials });
		expect(first.results).toHaveLength(40);
		expect(bodies).toHaveLength(1 + 20);
		const rest = await search(searchFunctions, { token: String(first.paginationToken), credentials });
		expect(rest.results).toHaveLength(40);
		expect(new Set([...valuesOf(first), ...valuesOf(rest)]).size).toBe(80);
		expect(rest.paginationToken).toBeUndefined();
	});

	it('leave out an agent that was deleted meanwhile, and functions without an ID', async () => {
		const { credentials } = await serviceWithAgents(3, (index) =>
			index === 1 ? undefined : [{ id: `f${index}`, name: 'check' }, { name: 'without ID' }],
		);
		expect((await search(searchFunctions, { credentials })).results).toEqual([
			{ name: 'check (Agent 0)', value: 'f0' },
			{ name: 'check (Agent 2)', value: 'f2' },
		]);
	});
});

describe('The list of messages', () => {
	it('shows direction, number and time, the newest first, page by page', async () => {
		const { messages, total } = await service.call<{ messages: IDataObject[]; total: number }>(
			'list-messages',
			{ limit: 100 },
		);
		const found = await search(searchMessages);
		const names = found.results.map(({ name }) => name);
		expect(valuesOf(found)).toEqual(messages.map(({ id }) => id));
		expect(names[0]).toMatch(/^Inbound from 14155550123, \d{4}-\d\d-\d\d \d\d:\d\d$/);
		expect(names).toContainEqual(expect.stringMatching(/^Outbound to \+?\d+, ./));
		expect(found.paginationToken).toBe('100');
		const lastPage = String(Math.floor(total / 100) * 100);
		expect(await search(searchMessages, { token: lastPage })).toEqual({ results: expect.any(Array) });
	});

	it('is searched page by page until there is enough to scroll', async () => {
		const { credentials, bodies } = await serviceWithMessages(850, (index) => ({
			body: index % 150 === 149 ? 'An order' : 'Hello',
		}));
		const found = await search(searchMessages, { filter: 'order', credentials });
		expect(valuesOf(found)).toEqual(['m149', 'm299', 'm449', 'm599', 'm749']);
		expect(found.paginationToken).toBeUndefined();
		expect(bodies).toHaveLength(9);
	});

	it('leaves out a message without an ID, and shows one that two pages hold once', async () => {
		const { credentials } = await serviceWithMessages(150, (index) => ({
			id: index === 3 ? undefined : index === 120 ? 'm99' : `m${index}`,
		}));
		expect((await search(searchMessages, { credentials })).results).toHaveLength(99);
		expect((await search(searchMessages, { filter: 'm99', credentials })).results).toHaveLength(1);
	});

	it('shows the text, shortened, or the kind of a file where there is none, and is searched by it', async () => {
		expect((await search(searchMessages, { filter: 'ready to COLLECT' })).results).toHaveLength(1);
		const inbound = { direction: 'inbound', from_number: '1', to_number: '2' };
		const outbound = { direction: 'outbound', from_number: '2', to_number: '1' };
		const { credentials } = await serviceThat(() => ({
			messages: [
				{
					id: 'm1',
					...inbound,
					created_at: '2026-05-31T12:00:00.000Z',
					body: '',
					media: [{ kind: 'audio' }],
				},
				{ id: 'm2', ...outbound, body: ` a \n b${'c'.repeat(200)}` },
				{ id: 'm3', ...inbound, body: null, media: null },
			],
		}));
		expect((await search(searchMessages, { credentials })).results).toEqual([
			// In the time zone of the workflow.
			{ name: 'Inbound from 1, 2026-05-31 14:00', value: 'm1', description: '[audio]' },
			{ name: 'Outbound to 1', value: 'm2', description: `a b${'c'.repeat(77)}...` },
			{ name: 'Inbound from 1', value: 'm3', description: '' },
		]);
	});
});

describe('The lists of chat-app numbers', () => {
	it('holds who wrote in the last 24 hours, each once', async () => {
		for (const body of ['First', 'Second']) {
			const message = { from_number: '+16475550199', body };
			await service.sandbox.control('POST', '/events/chatapp.received', message);
		}
		const { results } = await search(searchRecipients);
		expect(results).toEqual([
			{ name: '16475550199', value: '16475550199', description: 'Second' },
			{ name: '14155550123', value: '14155550123', description: expect.stringMatching(/^Is it/) },
		]);
		for (const filter of ['6475', 'SECOND']) {
			expect((await search(searchRecipients, { filter })).results).toEqual(results.slice(0, 1));
		}
	});

	it.each([
		['their business number', { __rl: true, mode: 'id', value: ' 106540352242922 ' }, 2],
		['an expression', { __rl: true, mode: 'id', value: '={{ $json.number }}' }, 2],
		['another business number', { __rl: true, mode: 'list', value: '106540352242977' }, 0],
	])('shows of the people who wrote those who wrote to %s', async (_, phoneNumberId, count) => {
		const { results } = await search(searchRecipients, { parameters: { phoneNumberId } });
		expect(results).toHaveLength(count);
	});

	it('looks no further back than 24 hours, however many messages there are', async () => {
		const { credentials, bodies } = await serviceWithMessages(100_000, (index) => ({
			from_number: `1415555${1000 + index}`,
		}));
		const first = await search(searchRecipients, { credentials });
		const rest = await search(searchRecipients, { token: first.paginationToken as string, credentials });
		expect(rest.paginationToken).toBeUndefined();
		expect(bodies.map(({ offset }) => offset)).toEqual([0, 100]);
		expect(first.results.length + rest.results.length).toBe(144);
		expect(rest.results.at(-1)?.name).toBe('14155551143');
	});

	it('shows each person once, on whichever page of the list their messages are', async () => {
		const { credentials } = await serviceWithMessages(140, (index) => ({
			from_number: `1415555${1000 + (index % 35)}`,
		}));
		const first = await search(searchRecipients, { credentials });
		expect(first.results).toHaveLength(35);
		expect(await search(searchRecipients, { token: first.paginationToken as string, credentials })).toEqual({
			results: [],
		});
	});

	it.each<[string, number, number | undefined, boolean]>([
		['23 hours before, though the clock of n8n is ahead', 2, -23, true],
		['by a clock that is ahead', 0, 1, true],
		['at a time that cannot be read', 0, undefined, false],
	])('holds who wrote %s: %s', async (_, aheadHours, hours, isHeld) => {
		const now = Date.now();
		const at = hours === undefined ? 'yesterday' : new Date(now + hours * 3_600_000).toISOString();
		jest.spyOn(Date, 'now').mockImplementation(() => now + aheadHours * 3_600_000);
		const { credentials } = await serviceWithMessages(1, () => ({ created_at: at }));
		const found = await search(searchRecipients, { credentials });
		expect(valuesOf(found)).toEqual(isHeld ? ['14155551000'] : []);
	});

	it('holds the business numbers of the newest messages', async () => {
		const number = { name: '106540352242922', value: '106540352242922', description: expect.any(String) };
		expect((await search(searchBusinessNumbers)).results).toEqual([number]);
	});
});

describe('A list that is too long to search to its end', () => {
	const manyNumbers = async () =>
		await serviceThat(({ offset }) => ({
			numbers: Array.from({ length: 100 }, (_, row) => ({
				phone_number: `+1415${5_550_000 + Number(offset) + row}`,
			})),
			has_more: true,
		}));
	const manyAgents = async () => {
		const agents = Array.from({ length: 150 }, (_, index) => ({ id: `a${index}` }));
		return await serviceThat(({ agent_id: id }) => (id === undefined ? { agents } : { id }));
	};
	const manyMessages = async () => {
		const now = new Date().toISOString();
		return await serviceWithMessages(5_000, (index) => ({
			created_at: now,
			...(index === 700 && { body: 'Ada' }),
		}));
	};

	it.each([
		[searchPhoneNumbers, manyNumbers, 0, 'first 1,000 numbers were searched. Choose Number', 10],
		[searchFunctions, manyAgents, 0, 'first 100 agents were searched. Choose By ID', 1 + 100],
		[searchMessages, manyMessages, 1, 'newest 1,000 messages were searched. Choose By ID', 10],
		[searchRecipients, manyMessages, 1, 'newest 1,000 messages were searched. Choose Number', 10],
		[searchBusinessNumbers, manyMessages, 1, 'newest 1,000 messages were searched. Choose By ID', 10],
	])('says how far the search went: %#', async (method, start, foundCount, words, requestCount) => {
		const { credentials, bodies } = await start();
		const { results, ...more } = await search(method, { filter: 'Ada', credentials });
		expect(results).toHaveLength(foundCount + 1);
		expect(results.at(-1)).toEqual({ name: `Only the ${words} for others.`, value: '' });
		expect(more).toEqual({});
		expect(bodies).toHaveLength(requestCount);
	});
});

it('keeps what people wrote out of the names, which n8n stores with the workflow', async () => {
	const text = 'My daughter is ill';
	await service.sandbox.control('POST', '/events/chatapp.received', { body: text });
	for (const method of [searchRecipients, searchBusinessNumbers, searchMessages]) {
		const { results } = await search(method, { filter: text });
		expect(results).toContainEqual(expect.objectContaining({ description: text }));
		for (const { name } of results) expect(name).not.toContain(text);
	}
});
