/**
 * What n8n makes of expressions before a field is read. What each kind of field takes is in
 * test/unit/nodes/parameters.
 */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const UUID = '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

/** Runs the node and expects that it refuses the value before any request. */
async function expectRefusal(parameters: IDataObject, message: RegExp) {
	const { error } = (await service.run(parameters)).data.resultData;
	expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
	const { requests } = await service.sandbox.control('GET', '/requests');
	expect(requests).toEqual([]);
}

it('Preview Only is on where an expression gives the text for it, so that nobody is called', async () => {
	const campaign = {
		resource: 'batchCall',
		operation: 'create',
		callerId: { __rl: true, mode: 'number', value: '+14155550100' },
		recipientsFrom: 'items',
		previewOnly: '={{ " TRUE " }}',
	};
	const result = await service.run(campaign, [{ phone: '+14155550111' }]);
	expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ preview: true }]);
	expect(await service.requests('batch-calls')).toEqual([]);
});

it('Preferences are never cleared by an expression for the whole of them, of which n8n makes nothing', async () => {
	const preferences = '={{ { language: "es" } }}';
	await expectRefusal(
		{ resource: 'memory', operation: 'update', memoryId: UUID, updateFields: { preferences } },
		/^'Preferences' came without its fields/,
	);
});

describe('A menu without expressions', () => {
	const list = { resource: 'message', operation: 'getAll' };

	it.each([
		['Authentication', { ...list, authentication: 'oauth' }, /^'Authentication' "oauth" is not one of its/],
		['Resource', { ...list, resource: { a: 1 } }, /^'Resource' ".+" is an object, not /],
	])('is refused by its label where a workflow holds another value: %s', async (_, parameters, message) => {
		await expectRefusal(parameters as IDataObject, message);
	});

	it('never takes an expression in Authentication for the API key', async () => {
		const { error } = (await service.run({ ...list, authentication: '={{ "session" }}' })).data.resultData;
		// n8n 2.0 evaluates it, and then asks for the other credential; other versions do not.
		expect(error?.message).toMatch(
			/^'Authentication' ".+" is not one of its|credentials set for "voiceAgentSessionApi"/,
		);
		expect(await service.requests('list-messages')).toEqual([]);
	});
});

it('A first item that does not say whether all items belong together makes no batch call of the others', async () => {
	const campaign = {
		resource: 'batchCall',
		operation: 'create',
		callerId: { __rl: true, mode: 'number', value: '+14155550100' },
		recipientsFrom: '={{ $json.from }}',
		previewOnly: false,
	};
	const items = [
		{ from: 'all', phone: '+14155550111' },
		{ from: 'items', phone: '+14155550112' },
	];
	const result = await service.run(campaign, items, { onError: 'continueRegularOutput' });
	const error = `'Recipients' "all" is not one of its options`;
	expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ error }, { error }]);
	expect(await service.requests('batch-calls')).toEqual([]);
});

describe('A date', () => {
	const filter = (expression: string) => ({
		resource: 'message',
		operation: 'getAll',
		filters: { afterDate: `={{ ${expression} }}` },
	});

	it.each([
		['"2026-05-31T14:00:00"', '2026-05-31T12:00:00.000Z'],
		['new Date(1780228800000)', '2026-05-31T12:00:00.000Z'],
		['DateTime.fromISO("2026-05-31T14:00:00", { zone: "Europe/Berlin" })', '2026-05-31T12:00:00.000Z'],
	])('is read from %s', async (expression, expected) => {
		await service.run(filter(expression));
		expect(await service.requests('list-messages')).toMatchObject([{ body: { after_date: expected } }]);
	});
});
