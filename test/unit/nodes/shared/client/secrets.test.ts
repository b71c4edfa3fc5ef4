import { withoutSecrets } from '../../../../../nodes/shared/client/secrets';

describe('withoutSecrets', () => {
	it.each([
		['Key svc_0123abcd is unknown', 'Key svc_*** is unknown'],
		['signed with whsec_abc-1.', 'signed with whsec_***.'],
		['Authorization: Bearer eyJ.abc.def, denied', 'Authorization: Bearer ***, denied'],
		['bearer abc', 'bearer ***'],
		['Bearer  abc', 'Bearer  ***'],
		['at /hook?a=1&token=abc&b=2', 'at /hook?a=1&token=***&b=2'],
		['token=abc', 'token=***'],
		['with token=abc', 'with token=***'],
		['refresh_token=abc is used up', 'refresh_token=*** is used up'],
		['see https://ada:pw@x.example/a', 'see https://x.example/a'],
		['see https://ada:p@ss@x.example/a', 'see https://x.example/a'],
		['see https://x.example/a?sig=abc#b now', 'see https://x.example/a now'],
		['see http://ada:pw@x.example/a?sig=abc', 'see http://x.example/a'],
		['mail ada@x.example about it', 'mail ada@x.example about it'],
		['The tokens are used up', 'The tokens are used up'],
	])('makes of %j %j', (text, shown) => {
		expect(withoutSecrets(text)).toBe(shown);
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
		const shown = withoutSecrets(Object.values(credential).join('|'), credential);
		for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret.trim());
		expect(shown).toContain(email);
	});

	it('masks each of several signing secrets', () => {
		const credential = { signingSecret: 'first-secret, second-secret' };
		expect(withoutSecrets('of second-secret', credential)).toBe('of ***');
	});

	it('masks a secret of six characters wherever it stands, and no shorter one', () => {
		expect(withoutSecrets('a secret of sixsix', { password: 'sixsix' })).toBe('a secret of ***');
		expect(withoutSecrets('a secret of five5', { password: 'five5' })).toBe('a secret of five5');
	});

	it('masks a secret that was pasted with invisible characters, as the service repeats it', () => {
		const credential = { password: '\u200b correct horse \u200b' };
		expect(withoutSecrets('no correct horse here', credential)).toBe('no *** here');
	});

	it('leaves a text readable when a secret is empty or a single letter', () => {
		expect(withoutSecrets('a banana', { password: 'a', apiKey: '', sessionToken: 5 as never })).toBe(
			'a banana',
		);
	});
});
