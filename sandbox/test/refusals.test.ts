import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});

const recipients = [{ phone_number: '+14155550123' }];
const campaign = { action: 'create', name: 'Spring', caller_id: '+14155550100', recipients, send_now: true };

describe('a refusal names the field, and what it should have been', () => {
	it.each([
		['list-messages', { limit: 'many' }, 'limit must be a whole number'],
		['list-messages', [], 'The body must be an object'],
		['get-message', {}, 'message_id is required'],
		['search-phone-numbers', { area_code: '41' }, 'area_code must be 3 digits'],
		['batch-calls', { ...campaign, name: ' ' }, 'name must not be blank'],
		['batch-calls', { ...campaign, send_now: 'yes' }, 'send_now must be true or false'],
		[
			'batch-calls',
			{ ...campaign, recipients: [...recipients, { phone_number: '4155550123' }] },
			'recipients.1.phone_number must be a number like +14155550123 (E.164)',
		],
	])('%s %j: %s', async (name, body, error) => {
		const answer = await callFunction(sandbox, name, body);
		expect([answer.status, answer.body]).toEqual([400, { error }]);
	});

	it.each([
		['/api-keys', { name: '' }, 'name must not be empty'],
		['/api-keys', { name: 'x'.repeat(101) }, 'name must have at most 100 characters'],
		['/api-keys', { name: 'x', webhook_url: 5 }, 'webhook_url must be a string or null'],
		['/api-keys', { name: 'x', webhook_url: 'ftp://x' }, 'webhook_url must be an http or https URL'],
		['/api-keys', { name: 'x', phone_numbers: '+14155550123' }, 'phone_numbers must be a list'],
		['/faults', { kind: 'odd' }, /^kind must be one of latency, /],
		['/faults', { kind: 'latency', count: 0 }, 'count must be at least 1'],
		['/faults', { kind: 'rate_limit', requests_per_second: 0 }, 'requests_per_second must be more than 0'],
		['/events/sms.received', { from_number: '4155' }, /^from_number must be a number like \+14155550123/],
		[
			'/events/sms.received',
			{ media: Array(11).fill({ kind: 'image' }) },
			'media must have at most 10 items',
		],
	])('%s %j: %s', async (path, body, error) => {
		const refused = untypedControl(sandbox, 'POST', path, body);
		const text = error instanceof RegExp ? expect.stringMatching(error) : error;
		const message = await refused.catch((reason: Error) => reason.message);
		const [, status, answer = ''] = / was answered (\d+): (.*)$/.exec(String(message)) ?? [];
		expect([status, JSON.parse(answer)]).toEqual(['400', { error: text }]);
	});

	it.each([
		['+12125550142', '409', 'is not active'],
		['+12065550118', '409', 'is not active'],
		['+16475550171', '409', 'has no SMS'],
		['+14155559999', '404', 'is not a number of this account'],
	])('no SMS goes to or from %s: %s', async (number, status, reason) => {
		const refusal = `${status}: {"error":"${number} ${reason}"}`;
		await expect(sandbox.receiveSms({ to_number: number })).rejects.toThrow(refusal);
		await expect(sandbox.sendSms({ from_number: number })).rejects.toThrow(refusal);
	});

	it.each(['sms.received', 'sms.sent', 'chatapp.received', 'call.completed', 'chat.session.completed'])(
		'the event %s does not happen by a call with a misspelt field',
		async (event) => {
			const call = untypedControl(sandbox, 'POST', `/events/${event}`, { text: 'Hi' });
			await expect(call).rejects.toThrow('text is not known here');
		},
	);
});
