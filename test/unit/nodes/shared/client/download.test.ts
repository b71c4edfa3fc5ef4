import { safeLink } from '../../../../../nodes/shared/client/download';

const secure = 'https://service.example';
const local = 'http://127.0.0.1:8080';

describe('safeLink', () => {
	it('follows https', () => {
		expect(safeLink('https://files.example/a?sig=1', secure)).toBe('https://files.example/a?sig=1');
	});

	it('follows http only for a service that is spoken to in http', () => {
		expect(safeLink('http://files.example/a', secure)).toBeUndefined();
		expect(safeLink('http://127.0.0.1:8080/a', local)).toBe('http://127.0.0.1:8080/a');
	});

	it('follows a redirection to the same host', () => {
		expect(safeLink('/b', secure, 'https://files.example/a')).toBe('https://files.example/b');
		expect(safeLink('//other.example/b', secure, 'https://files.example/a')).toBe('https://other.example/b');
	});

	it.each([
		'https://ada@files.example/a',
		'https://ada:pw@files.example/a',
		'file:///etc/passwd',
		'data:text/plain,a',
		'ftp://files.example/a',
		'/a',
		'',
		undefined,
		null,
		5,
		['https://files.example/a'],
	])('does not follow %j', (url) => {
		expect(safeLink(url, secure)).toBeUndefined();
		expect(safeLink(url, local)).toBeUndefined();
	});
});
