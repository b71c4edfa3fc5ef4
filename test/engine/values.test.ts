/**
 * The values that n8n's expressions give to fields: texts for switches, nothing, objects, and dates. What each kind of
 * field takes is in test/unit/nodes/parameters.
 */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const UUID = '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90';
const CALLER = { __rl: true, mode: 'number', value: '+14155550100' };

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const campaign = (more: IDataObject = {}) => ({
	resource: 'batchCall',
	operation: 'create',
	callerId: CALLER,
	recipientsFrom: 'items',
	...more,
});
const update = (resource: 'memory' | 'skill', updateFields: IDataObject) => ({
	resource,
	operation: 'update',
	[`${resource}Id`]: UUID,
	updateFields,
});

/** Runs the node and expects that it refuses the value before any request. */
async function expectRefusal(parameters: IDataObject, message: RegExp, advice: RegExp, items = [{}]) {
	const { error } = (await service.run(parameters, items)).data.resultData;
	expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
	expect(error).toMatchObject({ description: expect.stringMatching(advice) });
	const { requests } = await service.sandbox.control('GET', '/requests');
	expect(requests).toEqual([]);
}

describe('A switch that holds text', () => {
	it('turns Preview Only on', async () => {
		const result = await service.run(campaign({ previewOnly: '={{ " TRUE " }}' }), [
			{ phone: '+14155550111' },
		]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ preview: true }]);
		expect(await service.requests('batch-calls')).toEqual([]);
	});

	it.each([
		['Preview Only', campaign({ previewOnly: '={{ $json.nope }}' }), [{ phone: '+14155550111' }]],
		[
			'Scheduled At',
			campaign({ options: { scheduledAt: '={{ $json.nope }}' } }),
			[{ phone: '+14155550111' }],
		],
		[
			'Active',
			{ resource: 'phoneNumber', operation: 'getAll', filters: { isActive: '={{ $json.nope }}' } },
			[{}],
		],
	])('refuses %s without a value', async (label, parameters, items) => {
		await expectRefusal(
			parameters,
			new RegExp(`^The expression in '${label}' gave no value for this item$`),
			/enter a value/,
			items,
		);
	});
});

describe('A field that holds another kind of value', () => {
	it('is refused', async () => {
		await expectRefusal(
			update('memory', { summary: '={{ ({ a: 1 }) }}' }),
			/^'Summary' "\{"a":1\}" is an object, not text$/,
			/^Use an expression that gives text/,
		);
	});

	it.each([
		['an expression for the whole', '={{ { language: "es" } }}'],
		['the text of an older version', '{ "language": "es" }'],
	])('never clears Preferences: %s', async (_, preferences) => {
		await expectRefusal(
			update('memory', { preferences }),
			/^'Preferences' (came without its fields|".*" does not have the form)/,
			/./,
		);
	});
});

describe('A field of an update without a value', () => {
	it('is left out', async () => {
		await service.run(
			update('skill', {
				isEnabled: true,
				config: { object: { specify: 'json', json: '={{ $json.nope }}' } },
				schedule: { object: { fields: { entry: [{ name: 'cron', value: '={{ $json.nope }}' }] } } },
				triggerType: '={{ $json.nope }}',
			}),
		);
		expect((await service.requests(`manage-skills/${UUID}`)).map(({ body }) => body)).toEqual([
			{ is_enabled: true },
		]);
	});
});

describe('A menu without expressions', () => {
	const list = { resource: 'message', operation: 'getAll' };

	it.each([
		['Authentication', { ...list, authentication: 'oauth' }, /^'Authentication' "oauth" is not one of its/],
		[
			'Authentication',
			{ ...list, authentication: { a: 1 } },
			/^'Authentication' ".+" is not one of its options$/,
		],
		['Authentication', { ...list, authentication: '' }, /^'Authentication' is empty$/],
		['Resource', { ...list, resource: { a: 1 } }, /^'Resource' ".+" is an object, not text$/],
		['Operation', { ...list, operation: ['getAll'] }, /^'Operation' ".+" is a list, not text$/],
	])('is refused by its label where a workflow holds another value: %s', async (_, parameters, message) => {
		await expectRefusal(parameters as IDataObject, message, /./);
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

describe('A first item that does not say whether all items belong together', () => {
	it('is not left out of the batch call of the others', async () => {
		const result = await service.run(
			campaign({ previewOnly: false, recipientsFrom: '={{ $json.from }}' }),
			[
				{ from: 'all', phone: '+14155550111' },
				{ from: 'items', phone: '+14155550112' },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ error: `'Recipients' "all" is not one of its options` },
			{ error: `'Recipients' "all" is not one of its options` },
		]);
		expect(await service.requests('batch-calls')).toEqual([]);
	});
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
