import { chatAppTokenFlaw, signingSecretFlaw } from '../../../../../nodes/shared/wire/webhookSecrets';

describe('signingSecretFlaw', () => {
	it.each(['whsec_0123456789', ' whsec_0123456789\n', 'x'.repeat(16), 'any!printable#ones'])(
		'lets %j pass',
		(secret) => {
			expect(signingSecretFlaw(secret)).toBeUndefined();
		},
	);

	it.each<[unknown, RegExp]>([
		['', /is empty/],
		['  ', /is empty/],
		[undefined, /is empty/],
		[7, /is empty/],
		['whsec_', /shorter than 16/],
		['WHSEC_', /shorter than 16/],
		['whsec_012345678', /shorter than 16/],
		['\u200b'.repeat(20), /not printable/],
		['whsec_0123456789\u200b', /not printable/],
		['whsec_ 0123456789', /blank/],
		['whsec_0123456789é', /not printable/],
	])('says what is wrong with %j', (secret, flaw) => {
		expect(signingSecretFlaw(secret)).toMatch(flaw);
	});
});

describe('chatAppTokenFlaw', () => {
	it.each(['0123456789abcdef', ' Az09._~-Az09._~- '])('lets %j pass', (token) => {
		expect(chatAppTokenFlaw(token)).toBeUndefined();
	});

	it.each<[unknown, RegExp]>([
		['', /is empty/],
		[null, /is empty/],
		['0123456789abcde', /shorter than 16/],
		['0123456789 abcdef', /part of a URL/],
		['0123456789+abcdef', /part of a URL/],
		['0123456789&abcdef', /part of a URL/],
		['\u200b0123456789abcdef', /part of a URL/],
	])('says what is wrong with %j', (token, flaw) => {
		expect(chatAppTokenFlaw(token)).toMatch(flaw);
	});
});
