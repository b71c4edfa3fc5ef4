import { validateApiKey, cleanKey } from '../../../../../nodes/shared/client/apiKey';

const KEY = `svc_${'0'.repeat(40)}`;

describe('apiKeyRefusal', () => {
	it.each([
		KEY,
		` ${KEY}\n`,
		`\u00a0${KEY}\u200b`,
		`\ufeff${KEY}`,
		'a key of another form'.replaceAll(' ', '-'),
	])('takes %j', (key) => {
		expect(validateApiKey(key)).toBeUndefined();
	});

	it.each([undefined, null, '', '  ', 5])('calls %j empty', (key) => {
		expect(validateApiKey(key)).toMatch(/^The API Key is empty\. /);
	});

	it.each(['whsec_0123456789', ' WHSEC_x'])('tells the signing secret %j apart', (key) => {
		expect(validateApiKey(key)).toMatch(
			/^The API Key holds a signing secret .* put the secret under Signing Secret\.$/,
		);
	});

	it.each([`${KEY} ${KEY}`, 'svc_\n0', 'svc_ü'])(
		'refuses %j, which no header can carry, and does not quote it',
		(key) => {
			expect(validateApiKey(key)).toBe(
				'The API Key holds a blank or a character that is not printable. Paste it once more.',
			);
		},
	);
});

it.each([` ${KEY}\n`, `\u200b${KEY}\u200e`, `${KEY.slice(0, 9)}\u2060${KEY.slice(9)}`, `\u202a${KEY}\u00a0`])(
	'cleans %j, as copied text holds it',
	(key) => {
		expect(cleanKey(key)).toBe(KEY);
	},
);
