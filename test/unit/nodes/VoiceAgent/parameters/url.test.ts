import { readUrl } from '../../../../../nodes/VoiceAgent/parameters/url';
import { refusalOf } from '../support/refusal';

const read = (value: unknown) => readUrl(value, 'Success URL', 'https://example.com/thank-you');

describe('readUrl', () => {
	it.each(['https://example.com', 'http://127.0.0.1:8080/a?b=c#d', 'HTTPS://EXAMPLE.COM/'])(
		'takes %s',
		(url) => {
			expect(read(` ${url} `)).toBe(url);
		},
	);

	it.each([
		'example.com',
		'ftp://example.com',
		'https://',
		'https:///x',
		'https://a b.com',
		'javascript:x',
		{},
	])('refuses %j with an example', (value) => {
		expect(refusalOf(() => read(value))).toMatch(
			/^Success URL ".*" is not a web address\. Enter a full address, e\.g\. https:\/\/example\.com\/thank-you\.$/,
		);
	});

	it.each([undefined, null, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Success URL is empty\. /);
	});
});
