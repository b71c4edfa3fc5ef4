import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { VoiceAgentApi } from '../../../../credentials/VoiceAgentApi.credentials.ts';
import {
	getOrigin,
	identifyAccount,
	toConnection,
	parseConnection,
	maskSecrets,
	validateChatAppToken,
	validateSigningSecrets,
	findUsableSigningSecrets,
} from '../../../../nodes/service/credentials';

const KEY = `svc_${'0'.repeat(40)}`;

/** Returns the reason why a credential gives no connection; undefined if it gives one. */
const problemOf = (...given: Parameters<typeof parseConnection>) => {
	const connection = parseConnection(...given);
	return connection.ok ? undefined : connection.problem;
};
const validateApiKey = (apiKey: unknown) =>
	problemOf('voiceAgentApi', { baseUrl: 'https://x.example', apiKey } as never);
const validateBaseUrl = (baseUrl: string) => problemOf('voiceAgentSessionApi', { baseUrl });

describe('An API key', () => {
	it.each([KEY, `\ufeff ${KEY}\u200b\n`, 'a-key-of-another-form'])('takes %j', (key) => {
		expect(validateApiKey(key)).toBeUndefined();
	});

	it.each([undefined, null, '', '  ', 5])('calls %j empty', (key) => {
		expect(validateApiKey(key)).toMatch(/^The 'API Key' is empty\. /);
	});

	it.each(['whsec_0123456789', ' WHSEC_x'])('tells the signing secret %j apart', (key) => {
		expect(validateApiKey(key)).toMatch(
			/^The 'API Key' holds a signing secret .* put the secret under 'Signing Secret'\.$/,
		);
	});

	it.each([`${KEY} ${KEY}`, 'svc_\n0', 'svc_ü'])(
		'refuses %j, which no header can carry, and does not quote it',
		(key) => {
			expect(validateApiKey(key)).toBe(
				"The 'API Key' holds a blank or a character that is not printable. Paste it once more.",
			);
		},
	);
});

describe('toConnection', () => {
	it.each([
		' https://x.example ',
		'https://x.example/',
		'https://x.example/functions/v1',
		'https://x.example/functions/v1/list-messages?limit=1',
		'https://x.example/auth/v1/token?grant_type=password',
		'https://x.example/dashboard',
		'https://x.example/dashboard/keys#new',
		'https://x.example\u200b',
		'\ufeffhttps://x.example/functions/v1\u2060 ',
	])('makes https://x.example of %j', (typed) => {
		expect(toConnection({ baseUrl: typed } as never).baseUrl).toBe('https://x.example');
	});

	it.each([
		['https://x.example/voice/functions/v1', 'https://x.example/voice'],
		['https://x.example/dashboards', 'https://x.example/dashboards'],
		['http://dashboard:3000/', 'http://dashboard:3000'],
		[undefined, ''],
		[5, ''],
	])('makes of %j %j', (typed, cleaned) => {
		expect(toConnection({ baseUrl: typed } as never).baseUrl).toBe(cleaned);
	});
});

describe('A base URL', () => {
	it.each(['https://x.example', 'http://127.0.0.1:8080/voice', 'HTTPS://x.example'])('takes %s', (url) => {
		expect(validateBaseUrl(url)).toBeUndefined();
	});

	it.each([
		['', /is empty/],
		['x.example', /has to begin with https/],
		['https://', /has to begin with https/],
		['https://x .example', /has to begin with https/],
		['https://x.example:port', /not a valid address/],
		['https://ada:secret@x.example', /user name or password/],
		['https://x.example?key=secret', /a query or a fragment/],
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

describe('the identifiers of a connection', () => {
	it('uses custom identifiers only while they are turned on, and the usual ones for empty fields', () => {
		const custom = { baseUrl: '', chatAppName: 'acme', signatureHeader: 'X-Acme', checkoutFunction: ' ' };
		expect(toConnection(custom)).toMatchObject({
			chatAppName: 'chatapp',
			signatureHeader: 'x-service-signature',
		});
		expect(toConnection({ ...custom, customizeIdentifiers: true })).toMatchObject({
			chatAppName: 'acme',
			signatureHeader: 'x-acme',
			checkoutFunction: 'billing-add-credits',
		});
	});
});

describe('More Settings', () => {
	/** The values that n8n passes on of a stored credential. */
	const passedOn = (stored: INodeParameters) =>
		NodeHelpers.getNodeParameters(new VoiceAgentApi().properties, stored, true, false, null, null);

	it('is all that stands between a new credential and the fields that few people need', () => {
		const shown = ['baseUrl', 'apiKey', 'signingSecret', 'chatAppToken', 'customizeIdentifiers'];
		expect(Object.keys(passedOn({}) ?? {})).toEqual(shown);
	});

	it('decides whether an old signing secret counts', () => {
		const previousSigningSecret = 'whsec_before';
		expect(passedOn({ previousSigningSecret })).not.toHaveProperty('previousSigningSecret');
		const shown = passedOn({ previousSigningSecret, customizeIdentifiers: true });
		expect(shown).toMatchObject({ previousSigningSecret, signatureHeader: 'x-service-signature' });
	});
});

describe('identifyAccount', () => {
	const key = { baseUrl: 'https://x.example', apiKey: KEY };
	const person = { baseUrl: 'https://x.example', email: 'ada@example.com', password: 'pw' };

	it('is the same however the key, the email and the address were pasted', () => {
		const pasted = {
			baseUrl: ' https://x.example/functions/v1/',
			apiKey: ` ${KEY.slice(0, 9)}\u200b${KEY.slice(9)}`,
		};
		expect(identifyAccount('voiceAgentApi', pasted)).toEqual(identifyAccount('voiceAgentApi', key));
		const typed = { ...person, email: ' ada@example.com ' };
		expect(identifyAccount('voiceAgentSessionApi', typed)).toEqual(
			identifyAccount('voiceAgentSessionApi', person),
		);
	});

	it('is another one for another key, email, address or way to log in, and says no password', () => {
		const accounts = [
			identifyAccount('voiceAgentApi', key),
			identifyAccount('voiceAgentApi', { ...key, apiKey: `${KEY}1` }),
			identifyAccount('voiceAgentApi', { ...key, baseUrl: 'https://y.example' }),
			identifyAccount('voiceAgentSessionApi', person),
			identifyAccount('voiceAgentSessionApi', { ...person, email: 'bob@example.com' }),
		].map((account) => JSON.stringify(account));
		expect(new Set(accounts).size).toBe(accounts.length);
		expect(accounts.join()).not.toContain('"pw"');
	});
});

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
