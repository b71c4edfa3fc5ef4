import { verifyToken } from '../../../../nodes/VoiceAgentTrigger/token';

const token = 'a-token-of-some-length';

describe('verifyToken', () => {
	it('accepts the stored token, blanks around it or not', () => {
		expect(verifyToken(token, token)).toEqual({ valid: true });
		expect(verifyToken(token, ` ${token}\n`)).toEqual({ valid: true });
	});

	it.each<[string, unknown, unknown]>([
		['another token', `${token}x`, token],
		['an empty token', '', token],
		['several tokens', [token, token], token],
		['an object', { token }, token],
		['no token', undefined, token],
		['the right token while it is too short', 'short', 'short'],
		['the right token while it cannot stand in a URL', 'a token with blanks', 'a token with blanks'],
		['a token while none is stored', '', ''],
	])('refuses %s', (_, given, stored) => {
		expect(verifyToken(given, stored)).toEqual({ valid: false, reason: expect.any(String) });
	});
});
