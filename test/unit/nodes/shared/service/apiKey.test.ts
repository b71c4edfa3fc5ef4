import { apiKeyRefusal } from '../../../../../nodes/shared/service/apiKey';

const KEY = `svc_${'0'.repeat(40)}`;

describe('apiKeyRefusal', () => {
	it.each([KEY, ` ${KEY}\n`, 'a key of another form'.replaceAll(' ', '-')])('takes %j', (key) => {
		expect(apiKeyRefusal(key)).toBeUndefined();
	});

	it.each([undefined, null, '', '  ', 5])('calls %j empty', (key) => {
		expect(apiKeyRefusal(key)).toMatch(/^The API Key is empty\. /);
	});

	it.each(['whsec_0123456789', ' WHSEC_x'])('tells the signing secret %j apart', (key) => {
		expect(apiKeyRefusal(key)).toMatch(
			/^The API Key holds a signing secret .* put the secret under Signing Secret\.$/,
		);
	});

	it.each([`${KEY}\u200b`, `${KEY} ${KEY}`, 'svc_\n0', 'svc_ü'])(
		'refuses %j, which no header can carry, and does not quote it',
		(key) => {
			expect(apiKeyRefusal(key)).toBe(
				'The API Key holds a blank or a character that is not printable. Paste it once more.',
			);
		},
	);
});
