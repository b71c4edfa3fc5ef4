import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { searchAgents } from '../../nodes/VoiceAgent/methods/searchAgents';
import { searchCallers, searchPhoneNumbers } from '../../nodes/shared/methods/searchPhoneNumbers';
import { additionalDataFor, voiceAgentFlow, workflowOf, type Credentials } from './support/engine';
import { TestService } from './support/service';
import { serveText } from './support/web-page';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());
afterAll(async () => await service.sandbox.stop());

type Search = (this: LoadOptionsContext, filter?: string, token?: string) => Promise<INodeListSearchResult>;

async function search(
	method: Search,
	filter?: string,
	token?: string,
	credentials: Credentials = service.credentials,
) {
	const flow = voiceAgentFlow({ resource: 'agent', operation: 'get' });
	const workflow = workflowOf(flow);
	const node = workflow.getNode('Voice Agent');
	if (!node) throw new Error('The flow has no Voice Agent');
	const context = new LoadOptionsContext(workflow, node, additionalDataFor(credentials), '');
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

it('says what is wrong when the key is not accepted', async () => {
	const credentials = { voiceAgentApi: { baseUrl: service.sandbox.url, apiKey: `svc_${'0'.repeat(40)}` } };
	await expect(search(searchAgents, '', undefined, credentials)).rejects.toThrow(
		/did not accept the credential/,
	);
});
