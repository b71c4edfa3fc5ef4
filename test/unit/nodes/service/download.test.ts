import { toSafeLink } from '../../../../nodes/VoiceAgent/message/media';

const secure = 'https://service.example';
const local = 'http://127.0.0.1:8080';

describe('toSafeLink', () => {
	it('follows https', () => {
		expect(toSafeLink('https://files.example/a?sig=1', secure)).toBe('https://files.example/a?sig=1');
	});

	it('follows http only for a service that is spoken to in http', () => {
		expect(toSafeLink('http://files.example/a', secure)).toBeUndefined();
		expect(toSafeLink('http://127.0.0.1:8080/a', local)).toBe('http://127.0.0.1:8080/a');
	});

	it('follows a redirection to the same host', () => {
		expect(toSafeLink('/b', secure, 'https://files.example/a')).toBe('https://files.example/b');
		expect(toSafeLink('//other.example/b', secure, 'https://files.example/a')).toBe(
			'https://other.example/b',
		);
	});

	it.each([
		'https://ada@files.example/a',
		'file:///etc/passwd',
		'data:text/plain,a',
		'/a',
		'',
		undefined,
		null,
		5,
		['https://files.example/a'],
	])('does not follow %j', (url) => {
		expect(toSafeLink(url, secure)).toBeUndefined();
		expect(toSafeLink(url, local)).toBeUndefined();
	});
});
