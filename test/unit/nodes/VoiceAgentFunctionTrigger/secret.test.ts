import type { INode } from 'n8n-workflow';

import {
	deriveSecret,
	checkSecretFormat,
	verifySecret,
	type SecretOwner,
} from '../../../../nodes/VoiceAgentFunctionTrigger/secret';

const node = { id: 'n1', webhookId: 'w1' } as INode;
const owner: SecretOwner = { workflowId: 'wf1', node, credentialType: 'voiceAgentApi' };
const key = { baseUrl: 'https://x.example', apiKey: `svc_${'a'.repeat(40)}` };
const session = { baseUrl: 'https://x.example', anonKey: 'anon', email: 'a@x.example', password: 'p' };
const ofSession: SecretOwner = { ...owner, credentialType: 'voiceAgentSessionApi' };

it('differs by key, workflow, node and webhook, and by nothing else', () => {
	const secrets = [
		deriveSecret(key, owner),
		deriveSecret({ ...key, apiKey: 'svc_b' }, owner),
		deriveSecret(key, { ...owner, workflowId: 'wf2' }),
		deriveSecret(key, { ...owner, node: { ...node, id: 'n2' } }),
		deriveSecret(key, { ...owner, node: { ...node, webhookId: 'w2' } }),
		deriveSecret(session, ofSession),
		deriveSecret({ ...session, password: 'q' }, ofSession),
	];
	expect(new Set(secrets).size).toBe(secrets.length);
	for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
	expect(deriveSecret({ ...key, signingSecret: 'whsec_x' }, owner)).toBe(secrets[0]);
	expect(deriveSecret(key, { ...owner, node: { ...node, name: 'Renamed' } })).toBe(secrets[0]);
	const later = { ...session, sessionToken: 'new', refreshToken: 'newer' };
	expect(deriveSecret(later, ofSession)).toBe(deriveSecret(session, ofSession));
});

it.each([
	[undefined, /missing/],
	[['a', 'b'], /more than once/],
	['', /malformed/],
	[`${'a'.repeat(64)}\n`, /malformed/],
	['a'.repeat(8_000), /malformed/],
])('refuses the header %j before a credential is read', (header, reason) => {
	expect(checkSecretFormat(header)).toMatchObject({ valid: false, reason: expect.stringMatching(reason) });
});

it('takes a header in the form of a secret as it was given', () => {
	const receivedSecret = deriveSecret(key, owner);
	expect(checkSecretFormat(receivedSecret)).toEqual({ valid: true, receivedSecret });
});

it('accepts its own secret only', () => {
	const own = deriveSecret(key, owner);
	expect(verifySecret(own, key, owner)).toEqual({ valid: true });
	expect(verifySecret(own, { ...key, apiKey: 'svc_new' }, owner)).toMatchObject({
		valid: false,
		reason: expect.stringMatching(/unpublish the workflow and publish it again/),
	});
});

it('accepts the secret of a log-in, whose credential has no API key', () => {
	expect(verifySecret(deriveSecret(session, ofSession), session, ofSession)).toEqual({ valid: true });
	expect(verifySecret(deriveSecret(session, ofSession), { ...session, password: 'q' }, ofSession).valid).toBe(
		false,
	);
});

it.each([
	[{ apiKey: '' }, owner],
	[{ ...session, password: '' }, ofSession],
])('refuses everything for the empty credential %j', (credential, of) => {
	expect(verifySecret(deriveSecret(credential, of), credential, of).valid).toBe(false);
});
