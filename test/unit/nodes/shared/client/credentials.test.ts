import {
	cleanBaseUrl,
	cleanKey,
	functionUrl,
	getOrigin,
	readConnection,
	validateApiKey,
	validateBaseUrl,
} from '../../../../../nodes/shared/client/credentials';

const KEY = `svc_${'0'.repeat(40)}`;

describe('validateApiKey', () => {
	it.each([
		KEY,
		` ${KEY}\n`,
		`\u00a0${KEY}\u200b`,
		`\ufeff${KEY}`,
		'a key of another form'.replaceAll(' ', '-'),
	])('takes %j', (key) => {
		expect(validateApiKey(key)).toBeUndefined();
	});

	it.each([undefined, null, '', '  ', 5])('calls %j empty', (key) => {
		expect(validateApiKey(key)).toMatch(/^The 'API Key' is empty\. /);
	});

	it.each(['whsec_0123456789', ' WHSEC_x'])('tells the signing secret %j apart', (key) => {
		expect(validateApiKey(key)).toMatch(
			/^The 'API Key' holds a signing secret .* put the secret under 'Signing Secret'\.$/,
		);
	});

	it.each([`${KEY} ${KEY}`, 'svc_\n0', 'svc_ü'])(
		'refuses %j, which no header can carry, and does not quote it',
		(key) => {
			expect(validateApiKey(key)).toBe(
				"The 'API Key' holds a blank or a character that is not printable. Paste it once more.",
			);
		},
	);
});

it.each([` ${KEY}\n`, `\u200b${KEY}\u200e`, `${KEY.slice(0, 9)}\u2060${KEY.slice(9)}`, `\u202a${KEY}\u00a0`])(
	'cleans %j, as copied text holds it',
	(key) => {
		expect(cleanKey(key)).toBe(KEY);
	},
);

describe('cleanBaseUrl', () => {
	it.each([
		' https://x.example ',
		'https://x.example/',
		'https://x.example///',
		'https://x.example/functions/v1',
		'https://x.example/functions/v1/list-messages?limit=1',
		'https://x.example//functions/v1/',
		'https://x.example/auth/v1/token?grant_type=password',
		'https://x.example/dashboard',
		'https://x.example/dashboard/keys#new',
		'https://x.example/Dashboard/',
	])('makes https://x.example of %j', (typed) => {
		expect(cleanBaseUrl(typed)).toBe('https://x.example');
	});

	it.each([
		['https://x.example/voice/functions/v1', 'https://x.example/voice'],
		['https://x.example/dashboards', 'https://x.example/dashboards'],
		['http://dashboard:3000/', 'http://dashboard:3000'],
		['http://dashboard', 'http://dashboard'],
		[undefined, ''],
		[5, ''],
	])('makes of %j %j', (typed, cleaned) => {
		expect(cleanBaseUrl(typed)).toBe(cleaned);
	});
});

describe('validateBaseUrl', () => {
	it.each(['https://x.example', 'http://127.0.0.1:8080/voice', 'HTTPS://x.example'])('takes %s', (url) => {
		expect(validateBaseUrl(url)).toBeUndefined();
	});

	it.each([
		['', /is empty/],
		['x.example', /has to begin with https/],
		['ftp://x.example', /has to begin with https/],
		['https:', /has to begin with https/],
		['https://', /has to begin with https/],
		['https://x .example', /has to begin with https/],
		['https://ada@x.example', /user name or password/],
		['https://ada:secret@x.example', /user name or password/],
		['https://x.example?key=secret', /a query or a fragment/],
		['https://x.example/?', /a query or a fragment/],
		['https://x.example#', /a query or a fragment/],
	])('refuses %j without quoting it', (url, reason) => {
		expect(validateBaseUrl(url)).toMatch(reason);
		expect(validateBaseUrl(url)).not.toContain('secret');
	});
});

it.each([
	['https://ada:pw@x.example:8443/a?b=c', undefined, 'https://x.example:8443'],
	['/login?token=x', 'https://x.example', 'https://x.example'],
	['nowhere', undefined, 'an address that is not a URL'],
])('shows of %s its origin only', (url, base, shown) => {
	expect(getOrigin(url, base)).toBe(shown);
});

describe('readConnection', () => {
	it('cleans the base URL', () => {
		const connection = readConnection({ baseUrl: ' https://x.example// ' });
		expect(functionUrl(connection, 'get-message')).toBe('https://x.example/functions/v1/get-message');
	});

	it('uses custom identifiers only while they are turned on, and the usual ones for empty fields', () => {
		const custom = { baseUrl: '', chatAppName: 'acme', signatureHeader: 'X-Acme', checkoutFunction: ' ' };
		expect(readConnection(custom)).toMatchObject({
			chatAppName: 'chatapp',
			signatureHeader: 'x-service-signature',
		});
		expect(readConnection({ ...custom, customizeIdentifiers: true })).toMatchObject({
			chatAppName: 'acme',
			signatureHeader: 'x-acme',
			checkoutFunction: 'billing-add-credits',
		});
	});
});
