import type { IDataObject } from 'n8n-workflow';

import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const CALLER = { callerId: '+14155550100' };
const NUMBER = '+14155550123';

/** Returns the people in the request; those with invalid numbers are skipped. */
async function peopleOf(parameters: IDataObject, items: IDataObject[] = [{}]): Promise<unknown> {
	const { options, ...others } = parameters;
	const skipping = { invalidNumbers: 'skip', ...(options as IDataObject) };
	return (await bodyOf('batchCall:create', { ...CALLER, ...others, options: skipping }, { items }))
		.recipients;
}

describe('recipients from the input items', () => {
	it.each<[phoneNumberField: string | undefined, item: IDataObject]>([
		['phone', { phone: NUMBER }],
		['contact.phone', { contact: { phone: NUMBER } }],
		['contact.phone', { 'contact.phone': NUMBER, contact: { phone: '+1' } }],
		['phone number', { 'phone number': NUMBER }],
		['phone', { '\ufeffphone': NUMBER }],
		...['phone_number', 'Phone Number', 'phoneNumber', 'phone', 'PHONE', '\ufeffPhone'].map(
			(field): [undefined, IDataObject] => [undefined, { id: 1, [field]: NUMBER }],
		),
		[undefined, { phone: '+14155550124', phone_number: NUMBER }],
	])('are found by Phone Number Field %j in %j', async (phoneNumberField, item) => {
		const options = { ...(phoneNumberField !== undefined && { phoneNumberField }) };
		expect(await peopleOf({ options }, [item])).toEqual([{ phone_number: NUMBER }]);
	});

	it.each([
		[undefined, /^It is not clear which field of the items holds .*\. They have: Mobile, Name\. /],
		['', /^'Phone Number Field' is empty\. Enter the name of a field, or remove the option\./],
		['cell', /^The items have no field "cell"\. They have: Mobile, Name\. Set 'Phone Number Field'/],
		[NUMBER, /^The items have no field "\+14155550123"\. /],
	])('are not guessed if Phone Number Field is %j', async (phoneNumberField, words) => {
		const options = { ...(phoneNumberField !== undefined && { phoneNumberField }) };
		const items = [{ Mobile: NUMBER, Name: 'Ada' }];
		expect(await refusedBy('batchCall:create', { ...CALLER, options }, { items })).toMatch(words);
	});

	it('are not guessed where two fields have the same words as their name', async () => {
		const items = [{ phone: NUMBER, Phone: '+14155550124' }];
		expect(await refusedBy('batchCall:create', CALLER, { items })).toMatch(/^It is not clear which field /);
	});
});

describe('recipients that were pasted', () => {
	const pasted = (recipientsJson: unknown) => ({ recipientsFrom: 'json', recipientsJson }) as IDataObject;
	const people = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '+14155550124', name: 'Lovelace; "Countess"' },
	];

	it.each([
		['JSON', JSON.stringify(people)],
		['a list that an expression gives', people],
		[
			'a table with columns without a name',
			`phone_number;name;;\n${NUMBER};Ada;;\n+14155550124;"Lovelace; ""Countess""";;`,
		],
		[
			'a CSV file',
			`\ufeffphone_number,name\r\n${NUMBER},Ada\r\n\r\n+14155550124,"Lovelace; ""Countess"""\r\n`,
		],
		['cells of a spreadsheet', `name\tphone_number\nAda\t${NUMBER}\nLovelace; "Countess"\t+14155550124`],
	])('are read from %s', async (_, given) => {
		expect(await peopleOf(pasted(given))).toEqual(people);
	});

	it.each([
		['one column', `phone_number\n${NUMBER}`, {}],
		['columns of other names', `Mobile\n${NUMBER}`, { phoneNumberField: 'Mobile' }],
	])('are read from a table of %s', async (_, given, options) => {
		expect(await peopleOf({ ...pasted(given), options })).toEqual([{ phone_number: NUMBER }]);
	});

	it.each([
		['JSON with other names', '[{ "Mobile": "+14155550123" }]', /^It is not clear .* have: Mobile\. Set /],
		['a long row', 'phone_number,name\n+1415,Lovelace, Ada', /^Row 1 .* has 3 columns, but .* 2\. /],
		[
			'two columns of one name',
			'phone;phone\n+14155550123;',
			/^The table in .* has two columns called "phone"\. /,
		],
		['nothing', '', /is not a JSON list of objects/],
		['JSON with a fault', '[{ "phone_number": ', /is not valid JSON/],
	])('are refused: %s', async (_, given, words) => {
		expect(await refusedBy('batchCall:create', { ...CALLER, ...pasted(given) })).toMatch(words);
	});
});

it.each<[string, unknown[], unknown[]]>([
	[
		'in E.164, with their names, in the order given',
		[
			[' +1 (415) 555-0123 ', ' Ada '],
			['+49.30 555-0100', ''],
			['+14155550124', 7],
		],
		[
			{ phone_number: NUMBER, name: 'Ada' },
			{ phone_number: '+49305550100' },
			{ phone_number: '+14155550124', name: '7' },
		],
	],
	[
		'once, by the first of several entries',
		[
			[NUMBER, 'first'],
			['+1 415 555 0123', 'second'],
		],
		[{ phone_number: NUMBER, name: 'first' }],
	],
	[
		'once, by the first of two spellings of one person',
		[
			['+5491123456700', 'first'],
			['+541123456700', 'second'],
		],
		[{ phone_number: '+5491123456700', name: 'first' }],
	],
])('gives people %s', async (_, entries, people) => {
	const items = (entries as unknown[][]).map(
		([phone_number, name]) => ({ phone_number, name }) as IDataObject,
	);
	expect(await peopleOf({}, items)).toEqual(people);
});

it.each([
	['020 7946 0018', '+44', '+442079460018'],
	['+14155550123', '+44', NUMBER],
])('completes %s by Default Country Code %s', async (phone_number, defaultCountryCode, number) => {
	expect(await peopleOf({ defaultCountryCode }, [{ phone_number }])).toEqual([{ phone_number: number }]);
});

it.each([
	[{}, 'The phone number is missing'],
	[{ phone_number: ['+14155550125'] }, 'This is not a phone number: it contains "[" (U+005B)'],
	[{ phone_number: '+1415' }, 'It is too short for +1 (United States)'],
	[{ phone_number: '020 7946 0018' }, 'The number does not begin with + and a country code'],
	[{ phone_number: NUMBER, name: ['Ada'] }, 'The name "["Ada"]" is not text'],
])('refuses %j, and says what is wrong', async (item, problem) => {
	const items = [{ phone_number: '+14155550199' }, item as IDataObject];
	const refusal = await refusedBy('batchCall:create', { ...CALLER, previewOnly: false }, { items });
	expect(refusal).toMatch(/^Recipient 2 cannot be called: ".*"\. /);
	expect(refusal).toContain(`. ${problem}`);
	expect(refusal).toContain("set 'Default Country Code'");
});

it('does not advise to set a country code that is set', async () => {
	const parameters = { ...CALLER, previewOnly: false, defaultCountryCode: '+44' };
	const refusal = await refusedBy('batchCall:create', parameters, { items: [{ phone_number: '020' }] });
	expect(refusal).toMatch(/^Recipient 1 cannot be called: .*\. It is /);
	expect(refusal).not.toContain('Default Country Code');
});
