import {
	createSecret,
	hashSecret,
	verifySecret,
} from '../../../../nodes/VoiceAgentFunctionTrigger/registration';

const secret = createSecret();
const secretHash = hashSecret(secret);

it('is random, and n8n keeps only its hash', () => {
	expect(secret).toMatch(/^[0-9a-f]{64}$/);
	expect(createSecret()).not.toBe(secret);
	expect(secretHash).not.toContain(secret);
	expect(verifySecret(secretHash, secretHash).ok).toBe(false);
});

it.each([
	[undefined, /missing/],
	[['a', 'b'], /more than once/],
	[`${secret}, ${secret}`, /more than once/],
	['', /malformed/],
	[`${secret}\n`, /malformed/],
	['a'.repeat(8_000), /malformed/],
	[createSecret(), /does not match\. .* unpublish the workflow and publish it again/],
])('refuses the header %j', (header, reason) => {
	expect(verifySecret(header, secretHash)).toMatchObject({
		ok: false,
		problem: expect.stringMatching(reason),
	});
});

it('accepts its own secret only', () => {
	expect(verifySecret(secret, secretHash)).toEqual({ ok: true });
	expect(verifySecret(secret, hashSecret(createSecret())).ok).toBe(false);
});

it('refuses everything where n8n has stored no hash', () => {
	for (const header of [secret, hashSecret('')]) {
		expect(verifySecret(header, '')).toMatchObject({
			ok: false,
			problem: expect.stringMatching(/has no secret .* Unpublish the workflow and publish it again/),
		});
	}
});
