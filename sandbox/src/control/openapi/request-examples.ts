const ID = '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10';
const WITHIN_A_YEAR = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };

/**
 * A JSON body for each endpoint of section 4 that takes one, by method and path, for the OpenAPI document.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
	'post /auth/v1/token': { email: 'demo@example.com', password: 'the password of the account' },
	'post /functions/v1/list-agents': {},
	'post /functions/v1/get-agent': { agent_id: ID },
	'post /functions/v1/list-models': {},
	'post /functions/v1/list-phone-numbers': { limit: 50, is_active: true },
	'post /functions/v1/search-phone-numbers': { area_code: '415', limit: 10 },
	'post /functions/v1/list-messages': { limit: 50, direction: 'inbound', after_date: '2026-03-01T00:00:00Z' },
	'post /functions/v1/get-message': { message_id: ID },
	'post /functions/v1/send-chatapp-message': {
		phone_number_id: '106540352242922',
		recipient_wa_id: '14155550123',
		message: 'Does Thursday at ten suit you?',
		metadata: { appointment: 17 },
	},
	'post /functions/v1/manage-skills/{id}/execute': {
		dry_run: true,
		trigger_context: { caller_phone: '+14155550123', call_summary: 'Wants the blue lamp.' },
	},
	'patch /functions/v1/manage-skills/{id}': {
		is_enabled: true,
		delivery_channels: [{ channel: 'email', channel_name: 'sales@example.com' }],
	},
	'post /functions/v1/custom-functions': {
		agent_id: ID,
		name: 'find_order',
		description: 'Finds an order by its number',
		http_method: 'POST',
		endpoint_url: 'https://shop.example/orders',
	},
	'patch /functions/v1/custom-functions/{id}': { is_active: false },
	'post /functions/v1/delete-knowledge-source': { source_id: ID },
	'post /functions/v1/batch-calls': {
		action: 'create',
		name: 'Appointments of Thursday',
		caller_id: '+14155550100',
		recipients: [{ phone_number: '+14155550123', name: 'Ada' }],
		goal: 'Confirm the appointment',
	},
	'post /functions/v1/update-memory': { memory_id: ID, summary: 'Prefers to be called in the morning.' },
	'post /functions/v1/delete-memory': { memory_id: ID },
	'post /functions/v1/billing-add-credits': {
		amount: 'small',
		success_url: 'https://shop.example/thanks',
		cancel_url: 'https://shop.example/billing',
	},
	'post /functions/v1/replay-webhook-delivery': { event_type: 'sms.received', ...WITHIN_A_YEAR },
};
