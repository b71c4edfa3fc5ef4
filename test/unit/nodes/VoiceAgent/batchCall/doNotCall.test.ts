import type { IDataObject } from 'n8n-workflow';

import { planned, refusedBy, type Surroundings, outputOfPlan } from '../../../../support/plan-operation';

const CAMPAIGN = { callerId: '+14155550100' };

const [ADA, GRACE, KATE] = ['+14155550111', '+4915123456789', '+525512345678'];
const PEOPLE = [
	{ phone_number: ADA, name: 'Ada', dnc: true },
	{ phone_number: GRACE, dnc: '' },
	{ phone_number: KATE, dnc: 'false' },
];

/** Returns the numbers that are called and those that are skipped. */
async function callsWith(doNotCall: unknown, surroundings: Surroundings = {}, more: IDataObject = {}) {
	const plan = await planned(
		'batchCall:create',
		{ ...CAMPAIGN, ...more, previewOnly: false, doNotCall } as IDataObject,
		{ items: PEOPLE, ...surroundings },
	);
	const called = (plan.request.body.recipients as IDataObject[]).map(({ phone_number: number }) => number);
	const output = await outputOfPlan(plan);
	return { called, skipped: output.skipped_recipients, counts: output.skipped_counts };
}

const refusal = async (doNotCall: unknown, items: IDataObject[] = PEOPLE, more: IDataObject = {}) =>
	await refusedBy('batchCall:create', { ...CAMPAIGN, ...more, doNotCall } as IDataObject, { items });

it('skips those whom a field marks, and names them', async () => {
	expect(await callsWith('dnc')).toEqual({
		called: [GRACE, KATE],
		skipped: [{ position: 1, phone_number: ADA, name: 'Ada', reason: 'doNotCall' }],
		counts: { invalid: 0, doNotCall: 1, optedOut: 0, mayHaveOptedOut: 0, outsideLocalHours: 0 },
	});
});

it.each(['true', 'TRUE', 1, 'x', 'X', 'yes', ' Yes ', 'y'])('takes %j for a mark', async (dnc) => {
	const items = [{ phone_number: ADA, dnc }, { phone_number: GRACE }] as IDataObject[];
	expect(await callsWith('dnc', { items })).toMatchObject({ called: [GRACE], skipped: [{ position: 1 }] });
});

it.each(['', ' ', null, 'false', 0, 'no', 'N'])('takes %j for no mark', async (dnc) => {
	const items = [{ phone_number: ADA, dnc }, { phone_number: GRACE }] as IDataObject[];
	expect(await callsWith('dnc', { items })).toMatchObject({ called: [ADA, GRACE], skipped: [] });
});

it('skips a person whom one of several entries marks', async () => {
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

it('reads the field from the item whose fields give the recipients', async () => {
	const more = { recipientsFrom: 'fields', recipients: { recipient: [{ phone_number: ADA }] } };
	expect(await callsWith('dnc', { items: [{ dnc: true }] }, more)).toMatchObject({ called: [] });
});

it.each([
	['a list of texts', [ADA, ` ${GRACE} `]],
	['a list of numbers', [14155550111, 4915123456789]],
	['a list of rows', [{ phone_number: ADA }, { phone_number: GRACE }]],
	['the items of another node', [{ json: { phone_number: ADA } }, { json: { phone_number: GRACE } }]],
	['a text with commas', `${ADA}, ${GRACE}`],
	['a text with lines', `+1 (415) 555-0111\n0049 151 23456789`],
	['digits as the chat app writes them', ['14155550111', '4915123456789']],
])('skips those in %s', async (_, list) => {
	expect(await callsWith(list)).toMatchObject({ called: [KATE] });
});

it.each([
	['0044 7911 123456', '+447911123456'],
	['14155550111.0', ADA],
])('skips a person whom a row marks that has the number as %s', async (written, number) => {
	const items = [{ phone_number: written, dnc: true }, { phone_number: number }, { phone_number: GRACE }];
	const skipping = { options: { invalidNumbers: 'skip' } };
	expect(await callsWith('dnc', { items }, skipping)).toMatchObject({ called: [GRACE] });
});

it.each(['', '555-01', 'n/a'])('is refused where it marks a row with the number %j', async (phone_number) => {
	const items = [{ phone_number: ADA }, { phone_number, dnc: true }];
	const skipping = { options: { invalidNumbers: 'skip' } };
	expect(await refusal('dnc', items, skipping)).toMatch(
		/^The number of recipient 2, marked in 'Do Not Call', (is missing|cannot be read: ".*")\. .*No calls were made\.$/,
	);
});

describe('an entry without a country code', () => {
	const AMERICANS = [{ phone_number: ADA }, { phone_number: '+12125550123' }];

	it.each(['415-555-0111', '(415) 555-0111', '1 415 555 0111', '4155550111'])(
		'is read in the country that all recipients have: %s',
		async (entry) => {
			expect(await callsWith([entry], { items: AMERICANS })).toMatchObject({ called: ['+12125550123'] });
		},
	);

	it('is read so, too, where some recipients have no number that can be read', async () => {
		const items = [...AMERICANS, { phone_number: 'n/a' }];
		const skipping = { options: { invalidNumbers: 'skip' } };
		expect(await callsWith(['415-555-0111'], { items }, skipping)).toMatchObject({
			called: ['+12125550123'],
		});
	});

	it.each([
		['49', '0151 23456789', [ADA, KATE]],
		['1', '(415) 555-0111', [GRACE, KATE]],
	])('is read in Default Country Code +%s: %s', async (defaultCountryCode, entry, called) => {
		expect(await callsWith([entry], {}, { defaultCountryCode })).toMatchObject({ called });
	});

	it.each([
		['415-555-0111', [ADA, GRACE]],
		['0151 23456789', [ADA, GRACE]],
		['415-555-012', [ADA, GRACE]],
		['415-555-012', [ADA]],
		['555-0111', [ADA]],
		['011 15-2345-6789', ['+541123456789']],
	])('is refused if it has no country, or is impossible there: %s', async (entry, numbers) => {
		const items = numbers.map((phone_number) => ({ phone_number }));
		const refused = await refusal([entry], items);
		expect(refused).toContain(`The number of entry 1 of 'Do Not Call' cannot be read: "${entry}". `);
		expect(refused).toMatch(/Correct it, or write it with \+ and the country code\. No calls were made\.$/);
	});

	it('is also read as the chat app writes numbers, so that nobody is called by mistake', async () => {
		const called = await callsWith(['14155550111'], {}, { defaultCountryCode: '49' });
		expect(called).toMatchObject({ called: [GRACE, KATE] });
	});
});

it('takes the field of the phone numbers for that of the list, too', async () => {
	const items = PEOPLE.map(({ phone_number: phone }) => ({ phone }));
	const more = { options: { phoneNumberField: 'phone' } };
	expect(await callsWith([{ phone: ADA }], { items }, more)).toMatchObject({ called: [GRACE, KATE] });
});

it.each([
	['an empty list', []],
	['a table without rows, as n8n passes it on', [{ json: {} }]],
])('skips nobody by %s', async (_, list) => {
	expect(await callsWith(list)).toMatchObject({ called: [ADA, GRACE, KATE], skipped: [] });
});

it.each<[string, unknown, RegExp]>([
	['no value', undefined, /^'Do Not Call' is empty\. /],
	[
		'a field that no item has',
		'blocked',
		/"blocked" is neither a field .* They have: phone_number, name, dnc\./,
	],
	['a switch', true, /^'Do Not Call' "true" is neither a field nor a list\. /],
	['an object', { phone_number: ADA }, /^'Do Not Call' ".*" is neither a field nor a list\. /],
	[
		'rows without the field',
		[{ mobile: ADA }],
		/^It is not clear which .* of entry 1 .* They have: mobile\. /,
	],
	[
		'an entry that is no number',
		[ADA, 'n/a'],
		/^The number of entry 2 of 'Do Not Call' cannot be read: "n\/a"\. /,
	],
	['a text of numbers and words', `${ADA}, Grace`, /^The number of entry 2 .* cannot be read: "Grace"/],
	['a digit too few', [ADA, '+1415555012'], /^The number of entry 2 .* cannot be read: "\+1415555012"/],
	['a text without a number', [ADA, ''], /^The number of entry 2 of 'Do Not Call' is missing\. /],
])('is refused rather than ignored with %s', async (_, given, words) => {
	const refused = await refusal(given);
	expect(refused).toMatch(words);
	expect(refused).toMatch(/No calls were made\.$/);
});

it.each(['perhaps', 'constructor', [true]])(
	'refuses the mark %j, which is neither yes nor no',
	async (dnc) => {
		const items = [PEOPLE[0], { phone_number: GRACE, dnc }] as IDataObject[];
		expect(await refusal('dnc', items)).toMatch(
			/^'Do Not Call' of recipient 2 ".*" is neither yes nor no\. .*No calls were made\.$/,
		);
	},
);

it('does nothing while it is empty', async () => {
	expect(await callsWith('')).toMatchObject({ called: [ADA, GRACE, KATE], skipped: [] });
	expect(await callsWith('', { typed: { doNotCall: '={{ $json.list.join() }}' } }).catch(String)).toMatch(
		/is empty/,
	);
});

it('does not count skipped people among Maximum Recipients', async () => {
	expect(await callsWith('dnc', {}, { options: { maximumRecipients: 2 } })).toMatchObject({
		called: [GRACE, KATE],
	});
});
