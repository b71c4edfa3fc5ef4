import { json } from 'stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { requestValidator, type RequestValidator } from '../support/request-validator';
import { TestService, type JournalEntry } from '../support/test-service';
import { serve } from '../support/web-server';

const CALLER = '+14155550100';
const PEOPLE = [
	{ phone: '+1 (415) 555-0111', who: 'Ada' },
	{ phone: '+14155550112', who: 'Grace' },
	{ phone: '+1.415.555.0111', who: 'Ada again' },
];

let service: TestService;
let validate: RequestValidator;
beforeAll(async () => {
	service = await TestService.start();
	validate = await requestValidator(service.sandbox.url);
});
beforeEach(async () => await service.clear());

const fromItems = (more: IDataObject = {}) => ({
	resource: 'batchCall',
	operation: 'create',
	name: 'Reminders',
	callerId: { __rl: true, mode: 'list', value: CALLER },
	recipientsFrom: 'items',
	phoneNumberField: 'phone',
	previewOnly: false,
	nameField: 'who',
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
			name: 'Reminders',
			caller_id: CALLER,
			recipients: [
				{ phone_number: '+14155550111', name: 'Ada' },
				{ phone_number: '+14155550112', name: 'Grace' },
			],
			send_now: true,
		});
		expect(validate(request as JournalEntry)).toEqual([]);
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

	it('calls exactly as many people as Max Recipients allows', async () => {
		const result = await service.run(fromItems({ maximumRecipients: 2 }), PEOPLE);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ total_recipients: 2 }]);
		expect(await sent()).toMatchObject([{ body: { recipients: [{}, {}] } }]);
	});

	it('makes one campaign for each item from JSON or from fields', async () => {
		const json = fromItems({
			recipientsFrom: 'json',
			recipientsJson: '={{ [{ phone_number: $json.phone, name: $json.who }] }}',
		});
		expect(outputOf(await service.run(json, PEOPLE.slice(0, 2)), 'Voice Agent')).toHaveLength(2);
		await service.clear();
		const fields = fromItems({
			recipientsFrom: 'fields',
			recipients: { recipient: [{ phone_number: '={{ $json.phone }}', name: '' }] },
		});
		await service.run(fields, PEOPLE.slice(0, 1));
		expect((await sent())[0]?.body.recipients).toEqual([{ phone_number: '+14155550111' }]);
	});

	it('passes on the call window, weekdays, the schedule in the workflow zone, and the rest', async () => {
		const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
		const parameters = fromItems({
			sendNow: false,
			scheduledAt: '2099-07-01T09:00:00',
			agentId: { __rl: true, mode: 'list', value: String(agents[0]?.id) },
			purpose: 'Remind',
			goal: 'Confirm',
			options: {
				windowStartTime: '09:00',
				windowEndTime: '17:30',
				windowDays: [5, 1, 1],
				reservedConcurrency: 2,
			},
		});
		const result = await service.run(parameters, PEOPLE);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ status: 'scheduled' }]);
		expect((await sent())[0]?.body).toMatchObject({
			agent_id: agents[0]?.id,
			send_now: false,
			scheduled_at: '2099-07-01T07:00:00.000Z',
			window_start_time: '09:00',
			window_end_time: '17:30',
			window_days: [1, 5],
			reserved_concurrency: 2,
			purpose: 'Remind',
			goal: 'Confirm',
		});
	});

	it('shows what would happen without calling anybody', async () => {
		const result = await service.run(fromItems({ previewOnly: true }), PEOPLE);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				preview: true,
				total_recipients: 2,
				duplicates_removed: 1,
				dial_cost_estimate_usd: 0.01,
				request: { caller_id: CALLER, recipients: [{}, {}] },
			},
		]);
		expect(await sent()).toEqual([]);
	});

	it.each([
		['has no voice', '+14155550101', /^'Call From' \+14155550101 cannot make calls$/],
		['is not active', '+12065550118', /^'Call From' \+12065550118 is not active$/],
		['is not of the account', '+14155559999', /^'Call From' \+14155559999 is not a number of your account$/],
	])('refuses a caller that %s, in a preview too, and looks it up once', async (_, number, words) => {
		for (const previewOnly of [true, false]) {
			await service.clear();
			const parameters = fromItems({
				previewOnly,
				recipientsFrom: 'json',
				recipientsJson: '[{ "phone_number": "+14155550111" }]',
				callerId: { __rl: true, mode: 'id', value: '={{ $json.from }}' },
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

	it.each([
		['the first of many numbers', 20, 1],
		['a number far down', 320, 4],
	])('looks for a caller no further than %s, in pages of full size', async (_, index, requests) => {
		const limits: unknown[] = [];
		const page = await serve(async (request, response) => {
			const { limit, offset } = (await json(request)) as { limit: number; offset: number };
			limits.push(limit);
			const numbers = Array.from({ length: Math.min(limit, 1_000 - offset) }, (_row, row) => ({
				phone_number: `+1415555${String(offset + row).padStart(4, '0')}`,
			}));
			response.end(JSON.stringify({ numbers, total: 1_000 }));
		});
		const callerId = { __rl: true, mode: 'id', value: `+1415555${String(index).padStart(4, '0')}` };
		const result = await service.run(
			fromItems({ callerId, previewOnly: true }),
			PEOPLE,
			{},
			{
				voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' },
			},
		);
		await page.close();
		expect(outputOf(result, 'Voice Agent')).toHaveLength(1);
		expect(limits).toEqual(Array.from({ length: requests }, () => 100));
	});

	it.each([
		[0, 1],
		[1, 2],
		[4, 5],
	])(
		'calls nobody when the service does not say whether the caller can make calls, with Max Retries %d',
		async (maxRetries, times) => {
			jest.spyOn(Math, 'random').mockReturnValue(0);
			await service.fault('list-phone-numbers', { kind: 'status', status: 503 });
			const result = await service.run(fromItems({ options: { maxRetries } }), PEOPLE);
			expect(result.data.resultData.error).toMatchObject({
				httpCode: '503',
				context: { itemIndex: 0 },
				description: expect.stringContaining(
					" The number in 'Call From' could not be looked up. No calls were made.",
				),
			});
			expect(await service.requests('list-phone-numbers')).toHaveLength(times);
			expect(await sent()).toEqual([]);
		},
	);

	it('keeps to Timeout when it looks the caller up', async () => {
		await service.fault('list-phone-numbers', { kind: 'latency', latency_ms: 2000 });
		const options = { maxRetries: 0, timeout: 300 };
		const { error } = (await service.run(fromItems({ options }), PEOPLE)).data.resultData;
		expect(error).toMatchObject({
			message: 'The service did not answer in time',
			description: expect.stringMatching(/No calls were made\.$/),
		});
		expect(await sent()).toEqual([]);
	});

	it.each(['recipients', 'send_now', 'action'])(
		'lets Additional Body Fields not replace %s, in a preview neither',
		async (field) => {
			const options = { additionalBodyFields: JSON.stringify({ [field]: [] }) };
			for (const previewOnly of [true, false]) {
				const { error } = (await service.run(fromItems({ previewOnly, options }), PEOPLE)).data.resultData;
				expect(error?.message).toBe(
					`'Additional Body Fields' contains '${field}', which the node sets itself`,
				);
			}
			expect(await sent()).toEqual([]);
		},
	);

	it.each<[string, IDataObject, IDataObject[], RegExp, RegExp]>([
		[
			'a number without country code',
			{},
			[{ phone: '4155550111' }],
			/Recipient 1 cannot be called: "4155550111"/,
			/\+ and a country code/,
		],
		[
			'a number that is missing',
			{},
			[...PEOPLE, {}],
			/Recipient 4 cannot be called: ""/,
			/missing.*No calls were made/,
		],
		[
			'more people than allowed',
			{ maximumRecipients: 1 },
			PEOPLE,
			/2 recipients are more than .* \(1\)/,
			/No calls were made/,
		],
		[
			'a caller without country code',
			{ callerId: { __rl: true, mode: 'id', value: '4155550100' } },
			PEOPLE,
			/'Call From' "4155550100"/,
			/\+14155550100/,
		],
		[
			'a list that is none',
			{ recipientsFrom: 'json', recipientsJson: '{ "phone_number": "+1" }' },
			[{}],
			/not a JSON list/,
			/\[\{/,
		],
		[
			'a list of numbers alone',
			{ recipientsFrom: 'json', recipientsJson: '["+14155550111"]' },
			[{}],
			/not a JSON list/,
			/\[\{/,
		],
		[
			'an empty list',
			{ recipientsFrom: 'json', recipientsJson: '[]' },
			[{}],
			/There are no recipients/,
			/No calls were made/,
		],
		[
			'a time in the past',
			{ sendNow: false, scheduledAt: '2020-01-01T00:00:00' },
			PEOPLE,
			/in the past/,
			/Start Now/,
		],
		[
			'a time of the day that is none',
			{ options: { windowStartTime: '9am' } },
			PEOPLE,
			/"9am" is not a time/,
			/09:30/,
		],
		[
			'a window without a value',
			{ options: { windowStartTime: '={{ $json.nope }}' } },
			PEOPLE,
			/^The expression in 'Call Window Start' gave no value for this item$/,
			/enter a value/,
		],
		['no weekday', { options: { windowDays: [] } }, PEOPLE, /^'Weekdays' is empty$/, /at least one day/],
		[
			'a negative reserve',
			{ options: { reservedConcurrency: -1 } },
			PEOPLE,
			/^'Lines Kept Free' "-1" is not a whole number/,
			/of at least 0/,
		],
	])('refuses %s before anybody is called', async (_, more, items, message, description) => {
		const { error } = (await service.run(fromItems(more), items)).data.resultData;
		expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
		expect(error).toMatchObject({ description: expect.stringMatching(description) });
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

	it('lists all of them in a preview', async () => {
		const items = [...PEOPLE, { phone: 'x' }, { phone: '4155550113' }];
		const result = await service.run(fromItems({ previewOnly: true }), items);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				would_be_created: false,
				total_recipients: 2,
				invalid_recipients: [
					{ position: 4, phone_number: 'x' },
					{ position: 5, phone_number: '4155550113' },
				],
				default_country_code: { code: '+1', is_set: false, callable_with_country_code: 1 },
			},
		]);
		expect(await sent()).toEqual([]);
	});

	it('leaves out and reports people without a number where that is asked for', async () => {
		const items = [...PEOPLE, { phone: '4155550111', who: 'Nobody' }];
		const result = await service.run(fromItems({ options: { invalidNumbers: 'skip' } }), items);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				total_recipients: 2,
				skipped_recipients: [
					{
						position: 4,
						phone_number: '4155550111',
						name: 'Nobody',
						reason: 'invalid',
						explanation: expect.stringMatching(/country/),
					},
				],
			},
		]);
	});

	it.each(['reset_after', 'malformed', 'empty'] as const)(
		'creates no campaign twice after the fault %s',
		async (kind) => {
			await service.fault('batch-calls', { kind });
			const { error } = (await service.run(fromItems(), PEOPLE)).data.resultData;
			expect(error).toMatchObject({
				description: expect.stringMatching(/dashboard shows the batch call/),
			});
			expect(await sent()).toHaveLength(1);
		},
	);
});

describe('Batch Call > Cancel', () => {
	it('stops a campaign', async () => {
		const created = await service.run(fromItems({ sendNow: false, scheduledAt: '2099-07-01' }), PEOPLE);
		const [{ id } = { id: '' }] = jsonOf(outputOf(created, 'Voice Agent'));
		await service.clear();
		const result = await service.run({ resource: 'batchCall', operation: 'cancel', batchId: String(id) });
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ success: true, message: expect.any(String) },
		]);
		expect((await sent())[0]?.body).toEqual({ action: 'cancel', batch_id: id });
	});
});
