import { createHash } from 'crypto';

import { receive, sign } from '../support/trigger-webhook';

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
		expect(reception.log).toMatch(/was asked to send an event again: .*no database/);
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
