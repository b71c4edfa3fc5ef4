import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
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
	const SKILL = 'PATCH manage-skills/x';
	const WINDOW = { event_type: 'sms.received', start_time: '2000-01-01', end_time: '2001-01-01' };

	it.each<[string, unknown, string]>([
		['list-agents', [], 'The body'],
		['get-agent', {}, 'agent_id is required'],
		['list-models', { provider: 7 }, 'provider'],
		['get-message', { message_id: null }, 'message_id'],
		['list-messages', { limit: '10' }, 'limit'],
		['list-messages', { limit: 0 }, 'limit'],
		['list-messages', { offset: -1 }, 'offset'],
		['list-messages', { direction: 'sideways' }, 'direction must be one of inbound, outbound'],
		['list-messages', { phone_number: 14155550123 }, 'phone_number'],
		['list-messages', { after_date: 'yesterday' }, 'after_date must be an ISO 8601 date'],
		['list-messages', { before_date: '2026-02-30' }, 'before_date must be an ISO 8601 date'],
		['list-messages', { before_date: '2026-02-28T25:00Z' }, 'before_date must be an ISO 8601 date'],
		// A time of day says nothing about the day.
		['list-messages', { after_date: 'T12:30:00Z' }, 'after_date must be an ISO 8601 date'],
		['list-phone-numbers', { limit: 2.5 }, 'limit'],
		['list-phone-numbers', { offset: -1 }, 'offset'],
		['list-phone-numbers', { agent_id: 7 }, 'agent_id'],
		['list-phone-numbers', { text_agent_id: null }, 'text_agent_id'],
		['list-phone-numbers', { is_active: 'true' }, 'is_active'],
		['search-phone-numbers', { area_code: '1234' }, 'area_code'],
		['search-phone-numbers', { areaCode: 'abc' }, 'areaCode'],
		['search-phone-numbers', { country: 'USA' }, 'country'],
		['search-phone-numbers', { state: 'ZZ' }, 'state must be the 2-letter code of a US state'],
		['search-phone-numbers', { city: '' }, 'city'],
		['search-phone-numbers', { query: '' }, 'query'],
		['search-phone-numbers', { numberType: 'mobile' }, 'numberType must be one of local, tollFree'],
		['delete-knowledge-source', {}, 'source_id'],
		['update-memory', {}, 'memory_id is required'],
		['update-memory', { memory_id: 'x', summary: null }, 'summary'],
		['update-memory', { memory_id: 'x', key_topics: {} }, 'key_topics'],
		['update-memory', { memory_id: 'x', preferences: [] }, 'preferences'],
		['update-memory', { memory_id: 'x', relationship_notes: [] }, 'relationship_notes'],
		['delete-memory', {}, 'memory_id'],
		['manage-skills/x/execute', { dry_run: 'true' }, 'dry_run'],
		['manage-skills/x/execute', { trigger_context: [] }, 'trigger_context'],
		[SKILL, { is_enabled: 'yes' }, 'is_enabled'],
		[SKILL, { config: [] }, 'config'],
		[SKILL, { trigger_type: 'manual' }, 'trigger_type must be one of event, schedule'],
		[SKILL, { schedule: '0 9 * * *' }, 'schedule'],
		[SKILL, { delivery_channels: [{ channel: 'pigeon', channel_name: 'x' }] }, 'delivery_channels.0.channel'],
		[SKILL, { delivery_channels: [{ channel: 'email' }] }, 'delivery_channels.0.channel_name is required'],
		['replay-webhook-delivery', {}, 'delivery_id'],
		['replay-webhook-delivery', { delivery_id: 7 }, 'delivery_id'],
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
