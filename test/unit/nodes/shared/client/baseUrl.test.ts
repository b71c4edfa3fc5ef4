import { validateBaseUrl, cleanBaseUrl, getOrigin } from '../../../../../nodes/shared/client/baseUrl';

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

describe('baseUrlRefusal', () => {
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
