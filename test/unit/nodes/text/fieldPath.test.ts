import { isFieldPath, formatPath, valueAt, toNameWords } from '../../../../nodes/text/fieldPath';

const data = {
	phone: '+1',
	contact: { phone: '+2', 'e-mail': 'a@b' },
	contacts: [{ phone: '+3' }, { phone: '+4' }],
	'phone number': '+5',
	'contact.name': 'Ada',
	'contact.phone[0]': '+7',
	'a "b"': '+6',
	empty: null,
	letters: [...'abcdefghijklm'],
};

describe('valueAt', () => {
	it.each([
		['phone', '+1'],
		['contact.phone', '+2'],
		['contacts[0].phone', '+3'],
		['contacts[1]["phone"]', '+4'],
		["['phone number']", '+5'],
		['phone number', '+5'],
		['contact.name', 'Ada'],
		['contact.phone[0]', '+7'],
		['[\'a "b"\']', '+6'],
		['empty', null],
		['letters[12]', 'm'],
	])('follows %s', (path, value) => {
		expect(valueAt(data, path)).toBe(value);
	});

	it.each([
		'',
		'nope',
		'phone.length.x',
		'contacts[2].phone',
		'contact..phone',
		'contact.',
		'contacts[',
		"['phone",
	])('finds nothing at %j', (path) => {
		expect(valueAt(data, path)).toBeUndefined();
	});

	it.each(['constructor', '__proto__', 'contact.toString', 'phone.length'])(
		'does not leave the data by %s',
		(path) => {
			expect(valueAt(data, path)).toBeUndefined();
		},
	);

	it.each([undefined, null, 'text', 5])('finds nothing in %j', (value) => {
		expect(valueAt(value, 'phone')).toBeUndefined();
	});

	it('reads a path of five million characters, for which time beyond proportion would be days', () => {
		expect(valueAt(data, '['.repeat(5_000_000))).toBeUndefined();
		expect(valueAt(data, 'a.'.repeat(2_500_000))).toBeUndefined();
	});
});

it.each([
	[['data', 'body'], 'data.body'],
	[['messages', 0, 'text', 'body'], 'messages[0].text.body'],
	[[0, 'phone number', 'a.b', ''], "[0].phone number['a.b']['']"],
	[['a[0]', '$x'], "['a[0]'].$x"],
])('writes the path along %j in a form that it reads', (steps, path) => {
	expect(formatPath(steps)).toBe(path);
	const data = [...steps]
		.reverse()
		.reduce<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), 'here');
	expect(valueAt(data, path)).toBe('here');
});

it.each([
	['contact.phone', true],
	["c['phone number'][0]", true],
	['', false],
	['contact[', false],
	['[a]', false],
])('%j is a path: %j', (text, expected) => {
	expect(isFieldPath(text)).toBe(expected);
});

it.each(['call_id', 'callId', 'CallId', 'CALL_ID', 'call-id', 'call id', '_call.id_'])(
	'reads %s as the words "call id"',
	(name) => {
		expect(toNameWords(name)).toBe('call id');
	},
);

it.each([
	['recordingUrl', 'recording url'],
	['recordingURL', 'recording url'],
	['', ''],
])('reads %j as the words %j', (name, words) => {
	expect(toNameWords(name)).toBe(words);
});
