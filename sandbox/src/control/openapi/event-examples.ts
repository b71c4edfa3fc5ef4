import type { EventName } from '../../service/webhooks/rules.ts';

const SMS = {
	id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10',
	contact_id: '0b2f9c61-55f5-4a0b-8f35-0d4c5a7e9a01',
	thread_id: '9a6f1a52-6f0e-4c55-8a5d-4b1c2d3e4f50',
	from_number: '+14155550123',
	to_number: '+14155550100',
	body: 'Can I move my appointment to Thursday?',
	direction: 'inbound',
	status: 'delivered',
	is_ai_generated: false,
	sent_at: '2026-03-02T09:15:00.000Z',
	created_at: '2026-03-02T09:15:00.000Z',
	message_sid: 'SM0123456789abcdef0123456789abcdef',
	delivered_at: '2026-03-02T09:15:00.000Z',
	sentiment: null,
	agent_id: null,
	translation: null,
	media: [],
	delivery_error: null,
};

const envelope = (event: EventName, data: object, more: object = {}) => ({
	id: 'evt_0123456789abcdef01234567',
	event,
	created_at: '2026-03-02T09:15:00.000Z',
	...more,
	data,
});

/** Where a sandbox listens by default. */
const SAMPLE_ADDRESS = 'http://127.0.0.1:4010';

const AGENT = 'c1f0a3b2-7d64-4e0b-8a55-2f9e6b1c3d70';

const METADATA = { appointment: 17 };

/** A complete body of each event (section 6), for the OpenAPI document. */
export const EVENT_EXAMPLES: Readonly<Record<EventName, object>> = {
	'call.completed': envelope('call.completed', {
		id: '3c9f0d5e-2b41-4f7a-9c36-8e1d2a4b6c70',
		direction: 'inbound',
		from_number: '+14155550123',
		to_number: '+14155550100',
		agent_id: AGENT,
		batch_id: null,
		contact_name: 'Ada',
		status: 'completed',
		started_at: '2026-03-02T09:14:00.000Z',
		ended_at: '2026-03-02T09:15:00.000Z',
		duration_seconds: 60,
		outcome: 'moved',
		summary: 'Ada moved her appointment to Thursday.',
		transcript: [
			{ role: 'agent', text: 'Hello, how can I help you?' },
			{ role: 'caller', text: 'Can I move my appointment to Thursday?' },
		],
		extracted_data: { outcome: 'moved', appointment: 'Thursday' },
		recording_url: `${SAMPLE_ADDRESS}/media/v1/voice_note?expires=1772529300000&signature=0123456789abcdef`,
	}),
	'sms.received': envelope('sms.received', SMS),
	'sms.sent': envelope('sms.sent', {
		...SMS,
		from_number: SMS.to_number,
		to_number: SMS.from_number,
		body: 'Thursday at ten is free. Shall I book it?',
		direction: 'outbound',
		status: 'sent',
		delivered_at: null,
	}),
	'chatapp.received': envelope(
		'chatapp.received',
		{
			...SMS,
			from_number: '14155550123',
			to_number: '106540352242922',
			message_sid: null,
			phone_number_id: '106540352242922',
			metadata: METADATA,
		},
		{ metadata: METADATA },
	),
	'chat.session.completed': envelope('chat.session.completed', {
		id: '7d4e1c20-9f83-4d6b-b5a1-6c2e3f4a5b80',
		visitor_name: 'Ada',
		agent_id: null,
		status: 'completed',
		messages: [{ from: 'visitor', text: 'Are you open on Sunday?', at: '2026-03-02T09:14:00.000Z' }],
		opened_at: '2026-03-02T09:13:00.000Z',
		last_active_at: '2026-03-02T09:14:00.000Z',
		ended_at: '2026-03-02T09:15:00.000Z',
		end_reason: 'closed',
	}),
};
