import { createHash } from 'crypto';

import { receive, secret, sign, type Incoming } from '../support/trigger-webhook';

const sms = JSON.stringify({ id: 'evt_1', event: 'sms.received', data: { body: 'Hi' } });
const unauthorized = { error: 'Unauthorized' };

describe('Voice Agent Trigger: a request', () => {
	it('that is signed starts the workflow with the event and its payload verbatim', async () => {
		const reception = await receive({ rawBody: sms, headers: sign(sms) });
		expect(reception).toMatchObject({ status: 200, body: { received: true } });
		expect(reception.started).toEqual([
			{
				event: 'sms.received',
				payload: JSON.parse(sms),
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				deliveryKey: createHash('sha256').update(sms).digest('hex'),
				verified: 'signature',
			},
		]);
	});

	it('signed with the previous secret starts it too', async () => {
		const credential = { baseUrl: '', signingSecret: 'whsec_new-0123456789', previousSigningSecret: secret };
		expect((await receive({ rawBody: sms, headers: sign(sms), credential })).started).toHaveLength(1);
	});

	it('signed for the second of two API keys starts it too', async () => {
		const credential = { baseUrl: '', signingSecret: `whsec_test-url-012345 ${secret}` };
		expect((await receive({ rawBody: sms, headers: sign(sms), credential })).started).toHaveLength(1);
	});

	it('is known by a field of its payload where that is asked for', async () => {
		const parameters = { options: { deduplicationField: 'id' } };
		const { started } = await receive({ rawBody: sms, headers: sign(sms), parameters });
		expect(started?.[0]?.deliveryKey).toBe('evt_1');
	});

	it.each<[string, Incoming]>([
		['without a signature', { rawBody: sms }],
		['with a wrong signature', { rawBody: sms, headers: sign(sms, 'whsec_other-0123456789') }],
		['with a changed body', { rawBody: `${sms} `, headers: sign(sms) }],
		['without a raw body', { rawBody: undefined, headers: sign(sms) }],
		[
			'while no secret is stored',
			{ rawBody: sms, headers: sign(sms, ''), credential: { baseUrl: '', signingSecret: '' } },
		],
		[
			'signed with the API key that was stored by mistake',
			{
				rawBody: sms,
				headers: sign(sms, 'svc_0123456789abcdef'),
				credential: { baseUrl: '', signingSecret: `svc_0123456789abcdef ${secret}` },
			},
		],
		[
			'while only the prefix of a secret is stored',
			{ rawBody: sms, headers: sign(sms, 'whsec_'), credential: { baseUrl: '', signingSecret: 'whsec_' } },
		],
	])('%s is answered 401 and starts nothing', async (_, incoming) => {
		const reception = await receive(incoming);
		expect(reception).toMatchObject({ status: 401, body: unauthorized, started: undefined });
		expect(reception.log).toMatch(/refused a request: \w+/);
		expect(reception.log).not.toContain(secret);
	});

	it.each([
		[
			'an event that is not selected',
			{ event: 'call.completed' },
			"call.completed is not among this trigger's events",
		],
		['an event of an unknown kind', { event: 'fax.received' }, /kind that this trigger does not know/],
		['no JSON object', 'text', /kind that this trigger does not know/],
	])('with %s is taken and dropped, and the sender hears why', async (_, payload, reason) => {
		const rawBody = JSON.stringify(payload);
		const reception = await receive({ rawBody, headers: sign(rawBody) });
		const body = { received: true, ignored: expect.stringMatching(reason) };
		expect(reception).toMatchObject({ status: 200, body, started: undefined });
		expect(reception.log).toMatch(/dropped/);
	});

	it('with an event of an unknown kind is passed on where that is asked for', async () => {
		const rawBody = '{"event":"fax.received"}';
		const parameters = { options: { unknownEvents: 'passOn' } };
		const { started } = await receive({ rawBody, headers: sign(rawBody), parameters });
		expect(started).toMatchObject([{ event: 'unknown', payload: { event: 'fax.received' } }]);
	});

	it('asks to be sent again when the credential cannot be read', async () => {
		const reception = await receive({ rawBody: sms, headers: sign(sms), credential: undefined });
		expect(reception).toMatchObject({ status: 503, started: undefined });
		expect(reception.log).toMatch(/could not be verified.*no database/);
	});

	describe('while a parameter cannot be read', () => {
		const parameters = { options: { deduplicate: { on: true } } };

		it('asks to be sent again, and the log names the parameter', async () => {
			const reception = await receive({ rawBody: sms, headers: sign(sms), parameters });
			const body = { error: 'Temporarily unavailable' };
			expect(reception).toMatchObject({ status: 503, body, started: undefined });
			expect(reception.log).toMatch(
				/send an event again: 'Ignore Repeated Events' .* is neither true nor false/,
			);
		});

		it('by a stranger is refused as ever', async () => {
			const reception = await receive({ rawBody: sms, parameters });
			expect(reception).toMatchObject({ status: 401, body: unauthorized, started: undefined });
			expect(reception.log).not.toContain('Ignore Repeated Events');
		});
	});
});

describe('Voice Agent Trigger: a credential', () => {
	const at = (seconds: number) =>
		jest.spyOn(Date, 'now').mockReturnValue(1_780_000_000_000 + seconds * 1_000);
	const OLD = 'whsec_old-0123456789';
	const NEW = 'whsec_new-0123456789';
	let credentialId = 'changed-0';

	beforeEach(() => {
		credentialId = `changed-${Math.random()}`;
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	/** An SMS that is signed with one secret while another, or none that can be read, is stored. */
	const statusWith = async (signedBy: string, stored: string | undefined) => {
		const credential = stored === undefined ? undefined : { baseUrl: '', signingSecret: stored };
		return (await receive({ rawBody: sms, headers: sign(sms, signedBy), credential, credentialId })).status;
	};

	it('with a new secret counts within a second', async () => {
		at(0);
		expect(await statusWith(OLD, OLD)).toBe(200);
		at(0.9);
		expect(await statusWith(NEW, NEW)).toBe(401);
		at(1);
		expect(await statusWith(NEW, NEW)).toBe(200);
	});

	it('whose secret was removed lets nothing in after five seconds, and from then on', async () => {
		at(0);
		expect(await statusWith(OLD, OLD)).toBe(200);
		at(4.9);
		expect(await statusWith(OLD, NEW)).toBe(200);
		at(5);
		expect(await statusWith(OLD, NEW)).toBe(401);
		expect(await statusWith(OLD, NEW)).toBe(401);
	});

	it('whose removed secret has met another signature lets nothing in with it any more', async () => {
		at(0);
		expect(await statusWith(OLD, OLD)).toBe(200);
		at(1);
		expect(await statusWith(NEW, NEW)).toBe(200);
		expect(await statusWith(OLD, NEW)).toBe(401);
	});

	it('lets events in for five seconds while it cannot be read, and refuses nothing unread', async () => {
		at(0);
		expect(await statusWith(secret, secret)).toBe(200);
		at(1);
		expect(await statusWith(secret, undefined)).toBe(200);
		expect(await statusWith(OLD, undefined)).toBe(503);
		expect(await statusWith(secret, undefined)).toBe(503);
	});

	it('of one node says nothing for another', async () => {
		at(0);
		expect(await statusWith(secret, secret)).toBe(200);
		credentialId = 'another';
		expect(await statusWith(secret, NEW)).toBe(401);
	});

	describe('is not read', () => {
		const unread = async (incoming: Incoming) =>
			(await receive({ credential: undefined, credentialId, ...incoming })).status;

		it('for a request without anything like a signature, nor a token', async () => {
			expect(await unread({ rawBody: sms })).toBe(401);
			expect(await unread({ rawBody: sms, headers: { 'x-service-signature': 'sha256=0' } })).toBe(401);
			expect(await unread({ rawBody: undefined, headers: sign(sms) })).toBe(401);
		});

		it('more than once a second, whatever strangers send', async () => {
			at(0);
			let readings = 0;
			const stranger = async (parts: Partial<Incoming>) =>
				await receive({
					rawBody: sms,
					credential: { baseUrl: '', signingSecret: NEW },
					credentialId,
					onRead: () => readings++,
					...parts,
				});
			await Promise.all(Array.from({ length: 20 }, async () => await stranger({ headers: sign(sms, OLD) })));
			for (let i = 0; i < 20; i++) await stranger({ query: { token: 'guess' } });
			const unknown = '{"event":"fax.received"}';
			for (let i = 0; i < 20; i++) await stranger({ rawBody: unknown, headers: sign(unknown, NEW) });
			expect(readings).toBe(1);
			at(1);
			await stranger({ headers: sign(sms, OLD) });
			expect(readings).toBe(2);
		});
	});
});
