import {
	chatAppTokenFlaw,
	signingSecretFlaw,
	usableSigningSecrets,
} from '../../../../../nodes/shared/wire/webhookSecrets';

describe('signingSecretFlaw', () => {
	it.each([
		'whsec_0123456789',
		' whsec_0123456789\n',
		'x'.repeat(16),
		'any!printable#ones',
		'whsec_0123456789 whsec_9876543210',
		'whsec_0123456789, whsec_9876543210,',
	])('lets %j pass', (secret) => {
		expect(signingSecretFlaw(secret)).toBeUndefined();
	});

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
		['\u200bwhsec_0123456789', /not printable/],
		[' , ', /is empty/],
		['whsec_ 0123456789', /^holds several secrets, one of which is shorter than 16 characters$/],
		['whsec_0123456789, whsec_', /^holds several secrets, one of which is shorter/],
		[`svc_${'0'.repeat(40)}`, /^is an API key \(svc_\.\.\.\) and not a signing secret \(whsec_\.\.\.\)$/],
		[`whsec_0123456789 SVC_${'0'.repeat(40)}`, /one of which is an API key/],
		['whsec_0123456789é', /not printable/],
	])('says what is wrong with %j', (secret, flaw) => {
		expect(signingSecretFlaw(secret)).toMatch(flaw);
	});
});

describe('usableSigningSecrets', () => {
	it.each<[unknown, string[]]>([
		['', []],
		['  ', []],
		['whsec_', []],
		['WHSEC_', []],
		[undefined, []],
		[null, []],
		[7, []],
		['\u200b'.repeat(20), []],
		[`svc_${'0'.repeat(40)}`, []],
		[' whsec_0123456789 ', ['whsec_0123456789']],
		['whsec_0123456789 whsec_9876543210', ['whsec_0123456789', 'whsec_9876543210']],
		['whsec_0123456789,\nwhsec_,whsec_9876543210', ['whsec_0123456789', 'whsec_9876543210']],
	])('of %j drops what is empty and what could be guessed', (stored, usable) => {
		expect(usableSigningSecrets(stored)).toEqual(usable);
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
