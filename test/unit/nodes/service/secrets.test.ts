import {
	maskSecrets,
	validateChatAppToken,
	validateSigningSecrets,
	findUsableSigningSecrets,
} from '../../../../nodes/service/secrets';

describe('maskSecrets', () => {
	it.each([
		['Key svc_0123abcd is unknown', 'Key svc_*** is unknown'],
		['signed with whsec_abc-1.', 'signed with whsec_***.'],
		['Authorization: Bearer eyJ.abc.def, denied', 'Authorization: Bearer ***, denied'],
		['Bearer  abc', 'Bearer  ***'],
		['at /hook?a=1&token=abc&b=2', 'at /hook?a=1&token=***&b=2'],
		['with token=abc', 'with token=***'],
		['refresh_token=abc is used up', 'refresh_token=*** is used up'],
		['see https://ada:pw@x.example/a', 'see https://x.example/a'],
		['see https://ada:p@ss@x.example/a', 'see https://x.example/a'],
		['see https://x.example/a?sig=abc#b now', 'see https://x.example/a now'],
		['mail ada@x.example about it', 'mail ada@x.example about it'],
		['The tokens are used up', 'The tokens are used up'],
	])('makes of %j %j', (text, shown) => {
		expect(maskSecrets(text)).toBe(shown);
	});

	it('masks what the credential holds, in whatever form the service repeats it', () => {
		const credential = {
			apiKey: ' custom-key-1 ',
			signingSecret: 'hook-secret',
			previousSigningSecret: 'old-secret',
			chatAppToken: 'chat-token',
			password: 'correct horse',
			sessionToken: 'session-1',
			refreshToken: 'refresh-1',
			email: 'ada@example.com',
		};
		const { email, ...secrets } = credential;
		const shown = maskSecrets(Object.values(credential).join('|'), credential);
		for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret.trim());
		expect(shown).toContain(email);
	});

	it('masks each of several signing secrets', () => {
		const credential = { signingSecret: 'first-secret, second-secret' };
		expect(maskSecrets('of second-secret', credential)).toBe('of ***');
	});

	it('masks a secret of six characters wherever it stands, and no shorter one', () => {
		expect(maskSecrets('a secret of sixsix', { password: 'sixsix' })).toBe('a secret of ***');
		expect(maskSecrets('a secret of five5', { password: 'five5' })).toBe('a secret of five5');
	});

	it('masks a secret that was pasted with invisible characters, as the service repeats it', () => {
		const credential = { password: '\u200b correct horse \u200b' };
		expect(maskSecrets('no correct horse here', credential)).toBe('no *** here');
	});

	it('masks a secret as JSON writes it', () => {
		const credential = { password: 'correct "horse" \\ battery' };
		expect(maskSecrets(JSON.stringify([credential.password]), credential)).toBe('["***"]');
	});

	it('leaves a text readable when a secret is empty or a single letter', () => {
		expect(maskSecrets('a banana', { password: 'a', apiKey: '', sessionToken: 5 as never })).toBe('a banana');
	});
});

describe('signing secrets', () => {
	const two = ['whsec_0123456789', 'whsec_9876543210'];

	it.each<[string, string[]]>([
		[' whsec_0123456789\n', ['whsec_0123456789']],
		['any!printable#ones', ['any!printable#ones']],
		[two.join(' '), two],
		[`${two.join(',\n')},`, two],
	])('that are good, %j, are used', (stored, usable) => {
		expect(validateSigningSecrets(stored)).toBeUndefined();
		expect(findUsableSigningSecrets(stored)).toEqual(usable);
	});

	it.each<[unknown, RegExp, string[]?]>([
		['', /is empty/],
		[' , ', /is empty/],
		[null, /is empty/],
		[7, /is empty/],
		['whsec_', /shorter than 16/],
		['WHSEC_', /shorter than 16/],
		['whsec_012345678', /shorter than 16/],
		['\u200b'.repeat(20), /not printable/],
		['\u200bwhsec_0123456789', /not printable/],
		['whsec_0123456789é', /not printable/],
		[`svc_${'0'.repeat(40)}`, /^is an API key \(svc_\.\.\.\) and not a signing secret \(whsec_\.\.\.\)$/],
		['whsec_0123456789, whsec_', /^holds several secrets, one of which is shorter/, ['whsec_0123456789']],
		[`whsec_0123456789 SVC_${'0'.repeat(40)}`, /one of which is an API key/, ['whsec_0123456789']],
	])(
		'that could be guessed or are none, %j, are not used, and it is said why',
		(stored, problem, usable = []) => {
			expect(validateSigningSecrets(stored)).toMatch(problem);
			expect(findUsableSigningSecrets(stored)).toEqual(usable);
		},
	);
});

describe('validateChatAppToken', () => {
	it.each(['0123456789abcdef', ' Az09._~-Az09._~- '])('lets %j pass', (token) => {
		expect(validateChatAppToken(token)).toBeUndefined();
	});

	it.each<[unknown, RegExp]>([
		['', /is empty/],
		[null, /is empty/],
		['0123456789abcde', /shorter than 16/],
		['0123456789 abcdef', /part of a URL/],
		['0123456789+abcdef', /part of a URL/],
		['0123456789&abcdef', /part of a URL/],
		['\u200b0123456789abcdef', /part of a URL/],
	])('says what is wrong with %j', (token, problem) => {
		expect(validateChatAppToken(token)).toMatch(problem);
	});
});
