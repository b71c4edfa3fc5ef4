/**
 * The values that people really put into fields: texts from sheets, expressions
 * without a value, odd ids, numbers and dates.
 */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const UUID = '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90';
const CALLER = { __rl: true, mode: 'id', value: '+14155550100' };

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const campaign = (more: IDataObject = {}) => ({
	resource: 'batchCall',
	operation: 'create',
	name: 'Reminders',
	callerId: CALLER,
	recipientsFrom: 'items',
	phoneNumberField: 'phone',
	...more,
});
const sending = (more: IDataObject = {}) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Hi',
	...more,
});
const update = (resource: string, updateFields: IDataObject) => ({
	resource,
	operation: 'update',
	[{ memory: 'memoryId', skill: 'skillId', customFunction: 'functionId' }[resource] as string]: UUID,
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
	it.each(['true', ' TRUE ', 'True', '1'])('turns Preview Only on with "%s"', async (text) => {
		const result = await service.run(campaign({ previewOnly: `={{ "${text}" }}` }), [
			{ phone: '+14155550111' },
		]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ preview: true }]);
		expect(await service.requests('batch-calls')).toEqual([]);
	});

	it('turns the preview of a skill on', async () => {
		await service.run({ resource: 'skill', operation: 'execute', skillId: UUID, dryRun: '={{ "true" }}' });
		expect(await service.requests(`manage-skills/${UUID}/execute`)).toMatchObject([
			{ body: { dry_run: true } },
		]);
	});

	it.each([
		['isActive', 'customFunction', `custom-functions/${UUID}`, 'is_active'],
		['isEnabled', 'skill', `manage-skills/${UUID}`, 'is_enabled'],
	])('sets %s of a %s either way', async (field, resource, path, wireField) => {
		await service.run(update(resource, { [field]: '={{ "true" }}' }));
		await service.run(update(resource, { [field]: '={{ "FALSE" }}' }));
		expect((await service.requests(path)).map(({ body }) => body)).toEqual([
			{ [wireField]: true },
			{ [wireField]: false },
		]);
	});

	it('returns all with Return All', async () => {
		const result = await service.run({
			resource: 'message',
			operation: 'getAll',
			returnAll: '={{ "true" }}',
			limit: 1,
		});
		expect(outputOf(result, 'Voice Agent').length).toBeGreaterThan(1);
	});

	it.each([
		['Preview Only', campaign({ previewOnly: '={{ $json.nope }}' }), [{ phone: '+14155550111' }]],
		['Start Now', campaign({ sendNow: '={{ $json.nope }}' }), [{ phone: '+14155550111' }]],
		[
			'Preview Only',
			{ resource: 'skill', operation: 'execute', skillId: UUID, dryRun: '={{ $json.nope }}' },
			[{}],
		],
		[
			'Active',
			{ resource: 'phoneNumber', operation: 'getAll', filters: { isActive: '={{ $json.nope }}' } },
			[{}],
		],
		['Simplify', { resource: 'agent', operation: 'getAll', simplify: '={{ $json.nope }}' }, [{}]],
		['Return All', { resource: 'agent', operation: 'getAll', returnAll: '={{ $json.nope }}' }, [{}]],
		[
			'Download Media',
			{ resource: 'message', operation: 'get', messageId: UUID, downloadMedia: '={{ $json.nope }}' },
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

	it('refuses what is neither true nor false', async () => {
		await expectRefusal(
			campaign({ previewOnly: '={{ "yes please" }}' }),
			/^'Preview Only' "yes please" is neither true nor false$/,
			/true or false/,
			[{ phone: '+14155550111' }],
		);
	});
});

describe('A field that holds another kind of value', () => {
	it.each([
		[
			'Message',
			sending({ message: '={{ ({ a: 1 }) }}' }),
			/^'Message' "\{"a":1\}" is an object, not a text$/,
		],
		['Message', sending({ message: '={{ ["Hi"] }}' }), /^'Message' "\["Hi"\]" is a list, not a text$/],
		[
			'Summary',
			update('memory', { summary: '={{ ({ a: 1 }) }}' }),
			/^'Summary' "\{"a":1\}" is an object, not a text$/,
		],
	])('is refused: %s', async (_, parameters, message) => {
		await expectRefusal(parameters, message, /^Use an expression that gives a text/);
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

	it('is read as a list where Key Topics holds JSON', async () => {
		await service.run(update('memory', { keyTopics: '={{ JSON.stringify(["billing", "moving house"]) }}' }));
		expect(await service.requests('update-memory')).toMatchObject([
			{ body: { key_topics: ['billing', 'moving house'] } },
		]);
	});

	it('is refused where an item lacks the value of a header', async () => {
		const headers = { entry: [{ name: 'X-Shop', value: '={{ $json.nope }}' }] };
		await expectRefusal(
			update('customFunction', { headers }),
			/^The expression in 'Headers > Value' gave no value for this item$/,
			/enter a value/,
		);
	});

	it('is named with the place where its JSON goes wrong', async () => {
		const metadata = { object: { specify: 'json', json: '{"a":1,}' } };
		await expectRefusal(
			sending({ options: { metadata } }),
			/^'Metadata > JSON' is not valid JSON: expected double-quoted property name in JSON at position 7/,
			/curly brackets/,
		);
	});
});

describe('A field of an update without a value', () => {
	it.each([
		[
			'memory',
			'update-memory',
			{
				summary: 'New',
				preferences: { object: { specify: 'json', json: '={{ $json.nope }}' } },
				keyTopics: '={{ null }}',
				relationshipNotes: '={{ $json.nope }}',
			},
			{ memory_id: UUID, summary: 'New' },
		],
		[
			'skill',
			`manage-skills/${UUID}`,
			{
				isEnabled: true,
				config: { object: { specify: 'json', json: '={{ $json.nope }}' } },
				schedule: { object: { fields: { entry: [{ name: 'cron', value: '={{ $json.nope }}' }] } } },
				triggerType: '={{ $json.nope }}',
			},
			{ is_enabled: true },
		],
		[
			'customFunction',
			`custom-functions/${UUID}`,
			{
				description: 'New',
				isActive: '={{ $json.nope }}',
				endpointUrl: '={{ $json.nope }}',
				name: '={{ $json.nope }}',
				timeoutMs: '={{ $json.nope }}',
			},
			{ description: 'New' },
		],
	])('is left out of a %s', async (resource, path, updateFields, body) => {
		await service.run(update(resource, updateFields));
		expect((await service.requests(path)).map((request) => request.body)).toEqual([body]);
	});

	it('is cleared by an empty text', async () => {
		await service.run(
			update('memory', {
				summary: '',
				keyTopics: '',
				preferences: { object: {} },
				relationshipNotes: '',
			}),
		);
		expect((await service.requests('update-memory')).map(({ body }) => body)).toEqual([
			{ memory_id: UUID, summary: '', key_topics: [], preferences: {}, relationship_notes: '' },
		]);
	});

	it.each(['memory', 'skill', 'customFunction'])('leaves nothing to update of a %s', async (resource) => {
		await expectRefusal(
			update(resource, {
				[resource === 'skill' ? 'isEnabled' : resource === 'memory' ? 'summary' : 'isActive']:
					'={{ $json.nope }}',
			}),
			/^There is nothing to update$/,
			/Choose at least one field to update/,
		);
	});

	it('is fine where Additional Body Fields bring something to change', async () => {
		const parameters = { ...update('memory', {}), options: { additionalBodyFields: '{ "mood": "good" }' } };
		await service.run(parameters);
		expect((await service.requests('update-memory')).map(({ body }) => body)).toEqual([
			{ memory_id: UUID, mood: 'good' },
		]);
	});
});

describe('A choice given by an expression', () => {
	it.each([
		['HTTP Method', { ...update('customFunction', { httpMethod: '={{ "FETCH" }}' }) }],
		['Trigger Type', { ...update('skill', { triggerType: '={{ "FETCH" }}' }) }],
		['Direction', { resource: 'message', operation: 'getAll', filters: { direction: '={{ "FETCH" }}' } }],
		[
			'Number Type',
			{ resource: 'phoneNumber', operation: 'search', searchBy: 'any', numberType: '={{ "FETCH" }}' },
		],
		['Search By', { resource: 'phoneNumber', operation: 'search', searchBy: '={{ "FETCH" }}' }],
		[
			'Event',
			{
				resource: 'webhookDelivery',
				operation: 'replayWindow',
				eventType: '={{ "FETCH" }}',
				startTime: '2026-01-01T00:00:00Z',
				endTime: '2026-01-02T00:00:00Z',
			},
		],
		['Recipients', campaign({ recipientsFrom: '={{ "FETCH" }}' })],
		[
			'Recordings From',
			{ resource: 'voice', operation: 'clone', name: 'x', recordingsFrom: '={{ "FETCH" }}' },
		],
	])('is refused when it is none of the options: %s', async (label, parameters) => {
		await expectRefusal(
			parameters,
			new RegExp(`^'${label}' "FETCH" is not one of its options$`),
			/gives one of: /,
		);
	});
});

describe('A menu without expressions', () => {
	const list = { resource: 'message', operation: 'getAll' };

	it.each([
		['Authentication', { ...list, authentication: 'oauth' }, /^'Authentication' "oauth" is not one of its/],
		[
			'Authentication',
			{ ...list, authentication: true },
			/^'Authentication' "true" is not one of its options$/,
		],
		[
			'Authentication',
			{ ...list, authentication: { a: 1 } },
			/^'Authentication' ".+" is not one of its options$/,
		],
		['Authentication', { ...list, authentication: '' }, /^'Authentication' is empty$/],
		['Resource', { ...list, resource: { a: 1 } }, /^'Resource' ".+" is an object, not a text$/],
		['Operation', { ...list, operation: ['getAll'] }, /^'Operation' ".+" is a list, not a text$/],
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

describe('An ID', () => {
	it.each(['../agents', 'a/b', 'a b', '%2e%2e', 'ü'])('may not be "%s"', async (id) => {
		await expectRefusal(
			{ resource: 'skill', operation: 'execute', skillId: `={{ ${JSON.stringify(id)} }}` },
			/^'Skill ID' ".+" is not an ID$/,
			/only letters, digits, - and _/,
		);
	});
});

describe('A number', () => {
	it.each([
		['"abc"', /^'Limit' "abc" is not a whole number of at least 1$/],
		['2.5', /^'Limit' "2.5" is not a whole number of at least 1$/],
		['-1', /^'Limit' "-1" is not a whole number of at least 1$/],
		['true', /^'Limit' "true" is not a whole number of at least 1$/],
		['$json.nope', /^The expression in 'Limit' gave no value for this item$/],
	])('quotes what was given: %s', async (expression, message) => {
		await expectRefusal(
			{ resource: 'message', operation: 'getAll', limit: `={{ ${expression} }}` },
			message,
			/^Enter a whole number of at least 1\.$|, or enter a value\.$/,
		);
	});

	it('may be text', async () => {
		await service.run({ resource: 'message', operation: 'getAll', limit: '={{ " 2 " }}' });
		expect(await service.requests('list-messages')).toMatchObject([{ body: { limit: 2 } }]);
	});

	it.each(['25.505', '1e2', '9', 'abc'])('of credits is not rounded: %s', async (amount) => {
		await expectRefusal(
			{
				resource: 'credit',
				operation: 'add',
				amount: 'custom',
				customAmount: `={{ "${amount}" }}`,
				successUrl: 'https://a.example',
				cancelUrl: 'https://a.example',
			},
			new RegExp(`^'Amount in USD' "${amount}" is not an amount`),
			/from 10 to 1000 with at most two decimals/,
		);
	});
});

describe('A date', () => {
	const filter = (expression: string) => ({
		resource: 'message',
		operation: 'getAll',
		filters: { afterDate: `={{ ${expression} }}` },
	});

	it.each(['"05/06/2026"', '5', '"5"', '1764000000', '"12:30"', '"2026"', '"2026-02-30"', '"tomorrow"'])(
		'is not guessed from %s',
		async (expression) => {
			await expectRefusal(filter(expression), /^'After' ".+" is not a date and time$/, /2026-05-31T14:00:00/);
		},
	);

	it.each([
		['"2026-05-31T14:00:00+02:00"', '2026-05-31T12:00:00.000Z'],
		['"2026-05-31T14:00:00"', '2026-05-31T12:00:00.000Z'],
		['"2026-05-31 14:00"', '2026-05-31T12:00:00.000Z'],
		['"2026-05-31"', '2026-05-30T22:00:00.000Z'],
		['1780228800000', '2026-05-31T12:00:00.000Z'],
		['new Date(1780228800000)', '2026-05-31T12:00:00.000Z'],
		['DateTime.fromISO("2026-05-31T14:00:00", { zone: "Europe/Berlin" })', '2026-05-31T12:00:00.000Z'],
	])('is read from %s', async (expression, expected) => {
		await service.run(filter(expression));
		expect(await service.requests('list-messages')).toMatchObject([{ body: { after_date: expected } }]);
	});

	it('After must come before Before', async () => {
		await expectRefusal(
			{
				resource: 'message',
				operation: 'getAll',
				filters: { afterDate: '2026-05-31T14:00:00', beforeDate: '2026-05-31T13:00:00' },
			},
			/^'After' must be earlier than 'Before'$/,
			/later than 'After'/,
		);
	});
});

describe('Message > Send > Recipient', () => {
	it.each(['(415) 555-0123', '415-555-0123', '+44 (0)20 7946 0000', '0204555', 'call me'])(
		'is refused without its country code: %s',
		async (recipientWaId) => {
			await expectRefusal(
				sending({ recipientWaId }),
				/^'Recipient' ".+" is not a phone number with its country code$/,
				/e\.g\. \+14155550123/,
			);
		},
	);

	it.each(['+1 (415) 555-0123', '001 415 555 0123', '1 415 555 0123', '14155550123', 14155550123])(
		'is taken with its country code: %s',
		async (recipientWaId) => {
			await service.run(sending({ recipientWaId: `={{ ${JSON.stringify(recipientWaId)} }}` }));
			expect(await service.requests('send-chatapp-message')).toMatchObject([
				{ body: { recipient_wa_id: '14155550123' } },
			]);
		},
	);
});

describe('Batch Call > Create > Recipients', () => {
	const SHEET = [{ Phone: '+14155550111', Name: 'Ada' }];

	it('names the fields that there are when the field is another', async () => {
		await expectRefusal(
			campaign({ phoneNumberField: 'phone_number' }),
			/^The items have no field "phone_number"$/,
			/^They have: Phone, Name\. Set 'Phone Number Field'\. No calls were made\.$/,
			SHEET,
		);
	});

	it.each([
		['contacts[0].phone', { contacts: [{ phone: '+14155550111' }] }],
		["c['phone number']", { c: { 'phone number': '+14155550111' } }],
		['phone.main', { 'phone.main': '+14155550111' }],
		['={{ $json.Phone }}', { Phone: '+14155550111' }],
		["={{ $json['phone number'] }}", { 'phone number': '+14155550111' }],
	])('are found by the dragged path %s', async (phoneNumberField, item) => {
		const other = JSON.parse(JSON.stringify(item).replace('0111', '0112')) as IDataObject;
		const result = await service.run(campaign({ phoneNumberField, previewOnly: true }), [item, other]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ request: { recipients: [{ phone_number: '+14155550111' }, { phone_number: '+14155550112' }] } },
		]);
	});

	it('are counted without a name in the preview', async () => {
		const result = await service.run(campaign({ previewOnly: true, nameField: 'who' }), [
			{ phone: '+14155550111', who: 'Ada' },
			{ phone: '+14155550112' },
		]);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ total_recipients: 2, recipients_without_name: 1 },
		]);
	});

	it('get the Default Country Code when they have none, and only then', async () => {
		const phones = ['020 7946 0000', '+14155550111', '7400123456'];
		const parameters = campaign({ previewOnly: true, options: { defaultCountryCode: '+44' } });
		const result = await service.run(
			parameters,
			phones.map((phone) => ({ phone })),
		);
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				request: {
					recipients: [
						{ phone_number: '+442079460000' },
						{ phone_number: '+14155550111' },
						{ phone_number: '+447400123456' },
					],
				},
			},
		]);
	});
});

describe('A binary field that is not there', () => {
	it('is refused with the names of those that are', async () => {
		const { error } = (
			await service.run({ resource: 'voice', operation: 'clone', name: 'x', files: 'recording' })
		).data.resultData;
		expect(error).toMatchObject({ message: 'The input item has no file in the field "recording"' });
	});
});
