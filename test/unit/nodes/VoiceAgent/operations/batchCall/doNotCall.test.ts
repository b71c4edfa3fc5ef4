import type { IDataObject } from 'n8n-workflow';

import { planned, refusedBy, type Surroundings } from '../../../../../support/plan-operation';

const CAMPAIGN = { name: 'Week 23', callerId: '+14155550100' };

const [ADA, GRACE, KATE] = ['+14155550111', '+4915123456789', '+525512345678'];
const PEOPLE = [
	{ phone_number: ADA, name: 'Ada', dnc: true },
	{ phone_number: GRACE, dnc: '' },
	{ phone_number: KATE, dnc: 'false' },
];

/** Returns the numbers that are called and those that are left out. */
async function callsWith(doNotCall: unknown, surroundings: Surroundings = {}, more: IDataObject = {}) {
	const { options = {}, ...parameters } = more;
	const { request, extraOutput } = await planned(
		'batchCall:create',
		{
			...CAMPAIGN,
			...parameters,
			previewOnly: false,
			options: { doNotCall, ...(options as IDataObject) } as IDataObject,
		},
		{ items: PEOPLE, ...surroundings },
	);
	const called = (request.body.recipients as IDataObject[]).map(({ phone_number: number }) => number);
	return { called, skipped: extraOutput?.skipped_recipients, counts: extraOutput?.skipped_counts };
}

const refusal = async (doNotCall: unknown, items: IDataObject[] = PEOPLE, more: IDataObject = {}) =>
	await refusedBy(
		'batchCall:create',
		{ ...CAMPAIGN, ...more, options: { doNotCall } as IDataObject },
		{ items },
	);

it('leaves out those whom a field marks, and names them', async () => {
	expect(await callsWith('dnc')).toEqual({
		called: [GRACE, KATE],
		skipped: [{ position: 1, phone_number: ADA, name: 'Ada', reason: 'doNotCall' }],
		counts: { invalid: 0, doNotCall: 1, optedOut: 0, outsideLocalHours: 0 },
	});
});

it('takes a field that was dragged in for its name', async () => {
	const typed = { options: { doNotCall: '={{ $json.person.dnc }}' } };
	const items = PEOPLE.map(({ dnc, ...rest }) => ({ ...rest, person: { dnc } }));
	expect(await callsWith(true, { typed, items })).toMatchObject({ called: [GRACE, KATE] });
});

it('leaves a person out whom one of several entries marks', async () => {
	const items = [
		{ phone_number: ADA },
		{ phone_number: '+1 (415) 555-0111', dnc: 1 },
		{ phone_number: GRACE },
	];
	expect(await callsWith('dnc', { items })).toMatchObject({
		called: [GRACE],
		skipped: [{ position: 1, reason: 'doNotCall' }],
	});
});

it('reads the field from the objects of a JSON list', async () => {
	const more = { recipientsFrom: 'json', recipientsJson: JSON.stringify(PEOPLE) };
	expect(await callsWith('dnc', { items: [{}] }, more)).toMatchObject({ called: [GRACE, KATE] });
});

it('reads the field from the item whose fields give the recipients', async () => {
	const more = { recipientsFrom: 'fields', recipients: { recipient: [{ phone_number: ADA }] } };
	expect(await callsWith('dnc', { items: [{ dnc: true }] }, more)).toMatchObject({ called: [] });
});

it.each([
	['a list of texts', [ADA, ` ${GRACE} `, '']],
	['a list of numbers', [14155550111, 4915123456789]],
	['a list of rows', [{ phone_number: ADA }, { phone_number: GRACE }, { phone_number: null }]],
	['rows of which one has no number', [{ name: 'Ada' }, { phone_number: ADA }, { phone_number: GRACE }]],
	['the items of another node', [{ json: { phone_number: ADA } }, { json: { phone_number: GRACE } }]],
	['a text with commas', `${ADA}, ${GRACE}`],
	['a text with lines', `+1 (415) 555-0111\n0049 151 23456789`],
	['digits as the chat app writes them', ['14155550111', '4915123456789']],
	['numbers without their country code', ['(415) 555-0111', '0151 23456789']],
	['the prefix of another country', ['1 415 555 0111', '011 49 151 23456789']],
	['a zero in parentheses', [ADA, '+49 (0) 151 23456789']],
])('leaves out those in %s', async (_, list) => {
	expect(await callsWith(list)).toMatchObject({ called: [KATE] });
});

it('takes the number of a chat-app account for the phone of the person', async () => {
	expect(await callsWith(['5215512345678'])).toMatchObject({ called: [ADA, GRACE] });
	const items = [{ phone_number: '+5511987654321' }, { phone_number: ADA }];
	expect(await callsWith(['551187654321'], { items })).toMatchObject({ called: [ADA] });
});

it('takes the field of the phone numbers for that of the list, too', async () => {
	const items = PEOPLE.map(({ phone_number: phone }) => ({ phone }));
	const more = { phoneNumberField: 'phone' };
	expect(await callsWith([{ phone: ADA }], { items }, more)).toMatchObject({ called: [GRACE, KATE] });
});

it.each([
	['an empty list', []],
	['a table without rows, as n8n passes it on', [{ json: {} }]],
	['rows without a number', [{ phone_number: '' }]],
])('leaves out nobody by %s', async (_, list) => {
	expect(await callsWith(list)).toMatchObject({ called: [ADA, GRACE, KATE], skipped: [] });
});

it.each<[string, unknown, RegExp]>([
	['nothing', '', /^'Do Not Call' is empty\. /],
	['no value', undefined, /^'Do Not Call' is empty\. /],
	[
		'a field that no item has',
		'blocked',
		/^'Do Not Call' "blocked" is neither a field of the items nor a list of numbers\. They have: phone_number, name, dnc\./,
	],
	['a switch', true, /^'Do Not Call' "true" is neither a field nor a list\. /],
	['an object', { phone_number: ADA }, /^'Do Not Call' ".*" is neither a field nor a list\. /],
	[
		'rows without the field',
		[{ phone: ADA }],
		/^The entries of 'Do Not Call' have no field 'phone_number'\. They have: phone\. /,
	],
	[
		'an entry that is no number',
		[ADA, 'n/a'],
		/^Entry 2 of 'Do Not Call', "n\/a", cannot be read as a phone number\. /,
	],
	['a list within a list', [[ADA]], /^Entry 1 of 'Do Not Call', .* cannot be read as a phone number\. /],
	['a text of numbers and words', `${ADA}, Grace`, /neither a field of the items nor a list of numbers/],
	['a number that is too short', '123', /^Entry 1 of 'Do Not Call', "123", cannot be read/],
])('is refused rather than ignored with %s', async (_, given, words) => {
	const refused = await refusal(given);
	expect(refused).toMatch(words);
	expect(refused).toMatch(/No calls were made\.$/);
});

it.each(['yes', 'never', [true]])('refuses the mark %j, which is neither true nor false', async (dnc) => {
	const items = [PEOPLE[0], { phone_number: GRACE, dnc }] as IDataObject[];
	expect(await refusal('dnc', items)).toMatch(
		/^'Do Not Call' of recipient 2 ".*" is neither true nor false\. /,
	);
});

it('refuses a number that is dialled in a form of its own in the country of a recipient', async () => {
	expect(await refusal(['011 15 4321-1234'], [{ phone_number: '+541143211234' }])).toMatch(
		/^Entry 1 of 'Do Not Call', "011 15 4321-1234", cannot be read as a phone number\. Correct it, or write it with \+/,
	);
});

it('says in a preview who is left out', async () => {
	const { preview, request, hint } = await planned(
		'batchCall:create',
		{ ...CAMPAIGN, options: { doNotCall: 'dnc' } },
		{ items: PEOPLE },
	);
	expect(preview?.(request)).toMatchObject({
		would_be_created: true,
		total_recipients: 2,
		skipped_recipients: [{ position: 1, name: 'Ada', reason: 'doNotCall' }],
		skipped_counts: { doNotCall: 1 },
		dial_cost_estimate_usd: 0.01,
	});
	expect(hint).toContain(" 1 recipient is left out: 1 by 'Do Not Call'.");
});

it('counts those who are left out no more among Maximum Recipients', async () => {
	expect(await callsWith('dnc', {}, { maximumRecipients: 2 })).toMatchObject({ called: [GRACE, KATE] });
});

it('creates no batch call of nobody, and still says who is left out', async () => {
	const parameters = { ...CAMPAIGN, previewOnly: false, options: { doNotCall: [ADA] } };
	const plan = await planned('batchCall:create', parameters, { items: [{ phone_number: ADA }] });
	expect(plan.preview?.(plan.request)).toEqual({
		created: false,
		total_recipients: 0,
		duplicates_removed: 0,
		skipped_recipients: [{ position: 1, phone_number: ADA, reason: 'doNotCall' }],
		skipped_counts: { invalid: 0, doNotCall: 1, optedOut: 0, outsideLocalHours: 0 },
		later_recipients: [],
	});
	expect(plan.hint).toBe(
		"No batch call was created, since everybody is left out. 1 recipient is left out: 1 by 'Do Not Call'.",
	);
});
