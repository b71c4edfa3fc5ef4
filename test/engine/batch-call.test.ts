import type { IDataObject } from 'n8n-workflow';

import { outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const CALLER = '+14155550100';
const PEOPLE = [
	{ phone: '+1 (415) 555-0111', name: 'Ada' },
	{ phone: '+14155550112', name: 'Grace' },
	{ phone: '+1.415.555.0111', name: 'Ada again' },
];

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const fromItems = (more: IDataObject = {}) => ({
	resource: 'batchCall',
	operation: 'create',
	callerId: { __rl: true, mode: 'list', value: CALLER },
	recipientsFrom: 'items',
	previewOnly: false,
	...more,
});

const fromJson = (recipientsJson: string, more: IDataObject = {}) =>
	fromItems({
		recipientsFrom: 'json',
		recipientsJson,
		...more,
	});

const sent = async () => await service.requests('batch-calls');

describe('Batch Call > Create', () => {
	it('makes one campaign of all items, writes numbers in E.164 and calls nobody twice', async () => {
		const result = await service.run(fromItems(), PEOPLE);
		const [request, ...more] = await sent();
		expect(more).toEqual([]);
		expect(request?.body).toEqual({
			action: 'create',
			name: expect.any(String),
			caller_id: CALLER,
			recipients: [
				{ phone_number: '+14155550111', name: 'Ada' },
				{ phone_number: '+14155550112', name: 'Grace' },
			],
			send_now: true,
		});
		const output = outputOf(result, 'Voice Agent');
		expect(output).toHaveLength(1);
		expect(output[0]).toMatchObject({
			json: {
				id: expect.any(String),
				status: 'running',
				total_recipients: 2,
				duplicates_removed: 1,
				skipped_recipients: [],
			},
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
		});
	});

	it('makes one campaign for each item from JSON or from fields', async () => {
		const json = fromJson('={{ [{ phone_number: $json.phone, name: $json.name }] }}');
		expect(outputOf(await service.run(json, PEOPLE.slice(0, 2)), 'Voice Agent')).toHaveLength(2);
		await service.clear();
		const fields = fromItems({
			recipientsFrom: 'fields',
			recipients: { recipient: [{ phone_number: '={{ $json.phone }}', name: '' }] },
		});
		await service.run(fields, PEOPLE.slice(0, 1));
		expect((await sent())[0]?.body.recipients).toEqual([{ phone_number: '+14155550111' }]);
	});

	it.each([
		['has no voice', '+14155550101', 'caller_id must be a number with voice'],
		['is not active', '+12065550118', 'caller_id must be an active phone number of the account'],
	])('passes on that the service refuses a caller that %s', async (_, number, message) => {
		const callerId = { __rl: true, mode: 'number', value: number };
		const { error } = (await service.run(fromItems({ callerId }), PEOPLE)).data.resultData;
		expect(error).toMatchObject({ message, httpCode: '400' });
	});

	it('points at the item of the first recipient that cannot be called', async () => {
		const items = [...PEOPLE, { phone: 'x' }, { phone: '\u200b' }];
		const { error } = (await service.run(fromItems(), items)).data.resultData;
		expect(error).toMatchObject({
			message: 'Recipient 4 cannot be called: "x" (and 1 more)',
			description: expect.stringMatching(/Turn on 'Preview Only' to list them all\. .*No calls were made\.$/),
			context: { itemIndex: 3 },
		});
		expect(await sent()).toEqual([]);
	});

	it('creates no campaign twice after an answer that is lost', async () => {
		await service.fault('batch-calls', { kind: 'reset_after' });
		const { error } = (await service.run(fromItems(), PEOPLE)).data.resultData;
		expect(error).toMatchObject({ description: expect.stringMatching(/dashboard shows the batch call/) });
		expect(await sent()).toHaveLength(1);
	});

	it.each([
		['hours', { callHours: 'between', hoursFrom: '={{ $json.from }}', hoursTo: '={{ $json.to }}' }],
		['the choice, with the hours of the panel', { callHours: '={{ $json.when }}' }],
	])('takes expressions for %s, and calls nobody in California at night', async (_, hours) => {
		const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const parameters = fromItems({ ...hours, options: { scheduledAt: `${at}T09:30:00Z` } });
		const people = ['+14155550111', '+493055501'].map((phone) => ({
			phone,
			when: 'between',
			from: 9,
			to: '18',
		}));
		const [output] = outputOf(await service.run(parameters, people), 'Voice Agent');
		expect((await sent())[0]?.body.recipients).toEqual([{ phone_number: '+493055501' }]);
		expect(output?.json.skipped_counts).toMatchObject({ outsideLocalHours: 1 });
	});

	it('calls nobody if an expression gives no hours', async () => {
		const parameters = fromItems({ callHours: 'between', hoursFrom: '={{ $json.from }}' });
		const { error } = (await service.run(parameters, PEOPLE)).data.resultData;
		expect(error?.message).toMatch(/^The expression in 'Hours From' gave no value/);
		expect(await sent()).toEqual([]);
	});
});
