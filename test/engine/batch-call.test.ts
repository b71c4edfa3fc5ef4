import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { startReceiver } from '../support/http-server';

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
		['has no voice', '+14155550101', /^'Call From' \+14155550101 cannot make calls$/],
		['is not active', '+12065550118', /^'Call From' \+12065550118 is not active$/],
	])('refuses a caller that %s, in a preview too, and looks it up once', async (_, number, words) => {
		for (const previewOnly of [true, false]) {
			await service.clear();
			const parameters = fromJson('[{ "phone_number": "+14155550111" }]', {
				previewOnly,
				callerId: { __rl: true, mode: 'number', value: '={{ $json.from }}' },
			});
			const items = [{ from: number }, { from: CALLER }, { from: number }];
			const result = await service.run(parameters, items, { onError: 'continueErrorOutput' });
			const refused = jsonOf(outputOf(result, 'Voice Agent', 1));
			expect(refused).toMatchObject([
				{ from: number, error: expect.stringMatching(words) },
				{ from: number, error: expect.stringMatching(words) },
			]);
			expect(outputOf(result, 'Voice Agent')).toMatchObject([{ pairedItem: { item: 1 } }]);
			expect(await service.requests('list-phone-numbers')).toHaveLength(1);
			expect(await sent()).toHaveLength(previewOnly ? 0 : 1);
		}
	});

	it('looks for a caller no further than it is listed, in pages of full size', async () => {
		const limits: unknown[] = [];
		const page = await startReceiver((request, response) => {
			const { limit, offset } = JSON.parse(request.body) as { limit: number; offset: number };
			limits.push(limit);
			const numbers = Array.from({ length: Math.min(limit, 1_000 - offset) }, (_row, row) => ({
				phone_number: `+1415555${String(offset + row).padStart(4, '0')}`,
			}));
			response.end(JSON.stringify({ numbers, total: 1_000 }));
		});
		const callerId = { __rl: true, mode: 'id', value: '+14155550320' };
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const preview = fromItems({ callerId, previewOnly: true });
		const result = await service.run(preview, PEOPLE, {}, credentials);
		await page.close();
		expect(outputOf(result, 'Voice Agent')).toHaveLength(1);
		expect(limits).toEqual([100, 100, 100, 100]);
	});

	it('calls nobody when the service does not say whether the caller can make calls', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		await service.fault('list-phone-numbers', { kind: 'status', status: 503 });
		const result = await service.run(fromItems({ options: { maxRetries: 1 } }), PEOPLE);
		expect(result.data.resultData.error).toMatchObject({
			httpCode: '503',
			context: { itemIndex: 0 },
			description: expect.stringContaining(
				" The number in 'Call From' could not be looked up. No calls were made.",
			),
		});
		expect(await service.requests('list-phone-numbers')).toHaveLength(2);
		expect(await sent()).toEqual([]);
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
