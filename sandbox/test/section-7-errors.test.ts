import { callFunction } from '../../test/support/call-service.ts';
import { readOperations } from '../../test/support/openapi-operations.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});

/** Calls an endpoint, e.g. `get-agent` or `PATCH custom-functions/x`. */
const call = async (endpoint: string, body: unknown) => {
	const [name = '', method = 'POST'] = endpoint.split(' ').reverse();
	const answer = await callFunction(sandbox, name, body, undefined, method as 'POST' | 'PATCH');
	return { status: answer.status, body: answer.body };
};
const notFound = (message: string, code = 'not_found') => ({ error: { code, message } });

const CUSTOM_FUNCTION = {
	agent_id: UNKNOWN,
	name: 'find_order',
	description: 'Finds an order',
	http_method: 'GET',
	endpoint_url: 'https://shop.example.com',
};

describe('sections 4 and 7, an unknown id is answered 404', () => {
	it.each<[string, object, object]>([
		['get-agent', { agent_id: UNKNOWN }, notFound('Agent not found')],
		['get-agent', { agent_id: 'nonsense' }, notFound('Agent not found')],
		['get-message', { message_id: UNKNOWN }, notFound('Message not found')],
		['get-message', { message_id: '' }, notFound('Message not found')],
		[
			'delete-knowledge-source',
			{ source_id: UNKNOWN },
			notFound('Knowledge source not found', 'source_not_found'),
		],
		['update-memory', { memory_id: UNKNOWN }, notFound('Memory not found')],
		['delete-memory', { memory_id: UNKNOWN }, notFound('Memory not found')],
		[`manage-skills/${UNKNOWN}/execute`, {}, notFound('Skill not found')],
		[`manage-skills/${UNKNOWN}/execute`, { dry_run: true }, notFound('Skill not found')],
		[`PATCH manage-skills/${UNKNOWN}`, { is_enabled: true }, notFound('Skill not found')],
		['custom-functions', CUSTOM_FUNCTION, { error: 'Agent not found' }],
		[`PATCH custom-functions/${UNKNOWN}`, { is_active: false }, { error: 'Custom function not found' }],
		['PATCH custom-functions/%20', { is_active: false }, { error: 'Custom function not found' }],
		['batch-calls', { action: 'cancel', batch_id: UNKNOWN }, { error: 'Batch not found' }],
		['replay-webhook-delivery', { delivery_id: 'del_unknown' }, { error: 'Delivery not found' }],
		[
			'send-chatapp-message',
			{ phone_number_id: '999', recipient_wa_id: '14155550123', message: 'Hello' },
			{ error: 'Chat-app account not found' },
		],
	])('by %s %j', async (endpoint, body, answer) => {
		expect(await call(endpoint, body)).toEqual({ status: 404, body: answer });
	});
});

describe('sections 4 and 7, what a request may not say is refused with 400 in plain form', () => {
	/** Section 4, of the endpoints that require a field in a JSON body. */
	const REQUIRED: Readonly<Record<string, readonly string[]>> = {
		'batch-calls': ['action', 'name', 'caller_id', 'recipients'],
		'billing-add-credits': ['amount', 'success_url', 'cancel_url'],
		'custom-functions': ['agent_id', 'name', 'description', 'http_method', 'endpoint_url'],
		'delete-knowledge-source': ['source_id'],
		'delete-memory': ['memory_id'],
		'get-agent': ['agent_id'],
		'get-message': ['message_id'],
		'send-chatapp-message': ['phone_number_id', 'recipient_wa_id', 'message'],
		'update-memory': ['memory_id'],
	};

	it('a body without a required field, or with a value of a wrong type in any field', async () => {
		for (const { method, path, body, example } of await readOperations(sandbox.url)) {
			const [, name = ''] = /^\/functions\/v1\/(.+)$/.exec(path) ?? [];
			if (name === '' || example === undefined) continue;
			const { properties = {} } = body?.schema.anyOf?.[0] ?? body?.schema ?? {};
			const fields = Object.entries(properties).map(([field, schema]) => ({ field, ...schema }));
			const untyped = fields.filter(({ type, enum: words }) => (type ?? words) === undefined);
			expect([name, untyped.map(({ field }) => field)]).toEqual([
				name,
				// An array is ignored there (section 4).
				name === 'send-chatapp-message' ? ['metadata'] : [],
			]);
			const wrong = [
				...(REQUIRED[name] ?? []).map((field) => [field, undefined] as const),
				...fields
					.filter((one) => !untyped.includes(one))
					.map(({ field, type }) => [field, type === 'object' ? [] : {}] as const),
			];
			for (const [field, value] of wrong) {
				const answer = await call(`${method} ${name.replace('{id}', 'x')}`, { ...example, [field]: value });
				const refused = { status: 400, body: { error: expect.stringContaining(field) } };
				expect([name, field, value, answer]).toEqual([name, field, value, refused]);
			}
		}
	});

	const SKILL = 'PATCH manage-skills/x';
	const WINDOW = { event_type: 'sms.received', start_time: '2000-01-01', end_time: '2001-01-01' };

	it.each<[string, unknown, string]>([
		['get-message', { message_id: null }, 'message_id'],
		['list-messages', { limit: 0 }, 'limit'],
		['list-messages', { offset: -1 }, 'offset'],
		['list-messages', { direction: 'sideways' }, 'direction must be one of inbound, outbound'],
		['list-messages', { after_date: 'yesterday' }, 'after_date must be an ISO 8601 date'],
		['list-messages', { before_date: '2026-02-30' }, 'before_date must be an ISO 8601 date'],
		['list-messages', { before_date: '2026-02-28T25:00Z' }, 'before_date must be an ISO 8601 date'],
		// A time of day says nothing about the day.
		['list-messages', { after_date: 'T12:30:00Z' }, 'after_date must be an ISO 8601 date'],
		['list-phone-numbers', { limit: 2.5 }, 'limit'],
		['list-phone-numbers', { offset: -1 }, 'offset'],
		['search-phone-numbers', { area_code: '1234' }, 'area_code'],
		['search-phone-numbers', { areaCode: 'abc' }, 'areaCode'],
		['search-phone-numbers', { country: 'USA' }, 'country'],
		['search-phone-numbers', { state: 'ZZ' }, 'state must be the 2-letter code of a US state'],
		['search-phone-numbers', { city: '' }, 'city'],
		['search-phone-numbers', { query: '' }, 'query'],
		['search-phone-numbers', { numberType: 'mobile' }, 'numberType must be one of local, tollFree'],
		[SKILL, { trigger_type: 'manual' }, 'trigger_type must be one of event, schedule'],
		[SKILL, { delivery_channels: [{ channel: 'pigeon', channel_name: 'x' }] }, 'delivery_channels.0.channel'],
		[SKILL, { delivery_channels: [{ channel: 'email' }] }, 'delivery_channels.0.channel_name is required'],
		['replay-webhook-delivery', {}, 'delivery_id'],
		['replay-webhook-delivery', { ...WINDOW, delivery_id: 'del_1' }, 'delivery_id'],
		['replay-webhook-delivery', { ...WINDOW, end_time: undefined }, 'end_time'],
		['replay-webhook-delivery', { ...WINDOW, event_type: undefined }, 'event_type'],
		['replay-webhook-delivery', { ...WINDOW, event_type: 'sms.lost' }, 'event_type'],
		['replay-webhook-delivery', { ...WINDOW, start_time: 'then' }, 'start_time'],
		['replay-webhook-delivery', { ...WINDOW, end_time: '1999-01-01' }, 'end_time'],
	])('%s %j: %s', async (endpoint, body, text) => {
		expect(await call(endpoint, body)).toEqual({
			status: 400,
			body: { error: expect.stringContaining(text) },
		});
	});
});
