import * as crypto from 'crypto';

import { verifySignature } from '../../../../nodes/VoiceAgentTrigger/signature';
import { verifyToken } from '../../../../nodes/VoiceAgentTrigger/token';

jest.mock('crypto', () => {
	const actual = jest.requireActual<typeof crypto>('crypto');
	return { ...actual, timingSafeEqual: jest.fn(actual.timingSafeEqual) };
});

const compared = jest.mocked(crypto.timingSafeEqual);
const TOKEN = 'a-token-of-our-own-choice';
const body = Buffer.from('{}');
const signedWith = (secret: string) =>
	`sha256=${crypto.createHmac('sha256', secret).update(body).digest('hex')}`;

beforeEach(() => compared.mockClear());

describe('Secrets are compared in constant time', () => {
	it.each([
		['by the first secret', 'new'],
		['by the second', 'old'],
		['by neither', 'guessed'],
	])('a signature %s is compared with both', (_, secret) => {
		verifySignature(body, signedWith(secret), ['new', 'old']);
		expect(compared).toHaveBeenCalledTimes(2);
	});

	it.each([
		['right', TOKEN],
		['wrong', `${TOKEN.slice(0, -1)}E`],
		['shorter', 't'],
		['longer', 'x'.repeat(500)],
	])('a %s token takes one comparison of digests', (_, given) => {
		verifyToken(given, TOKEN);
		expect(compared.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([[32, 32]]);
	});
});
