/** A message as get-message answers it. */
export interface FullMessage {
	id: string;
	contact_id: string | null;
	thread_id: string;
	from_number: string;
	to_number: string;
	body: string;
	direction: string;
	status: string;
	created_at: string;
	sent_at: string;
	message_sid: string | null;
	delivered_at: string | null;
	is_ai_generated: boolean;
	sentiment: string | null;
	agent_id: string | null;
	translation: string | null;
	media: Array<{ url: string; mime_type: string; kind: string; caption: string | null }>;
	delivery_error: { code: string; reason: string; at: string } | null;
}

export interface MessagePage {
	messages: FullMessage[];
	total: number;
	has_more: boolean;
}

/** The answer to a control call that makes an event happen. */
export interface Happened {
	message: FullMessage;
	event_id: string | null;
	deliveries: Array<{ id: string; api_key_id: string | null }>;
}

export interface ApiKey {
	id: string;
	key: string;
	name: string;
	prefix: string;
	webhook_url: string | null;
	signing_secret: string | null;
	phone_numbers: string[];
	last_used_at: string | null;
	revoked_at: string | null;
}

export interface Delivery {
	id: string;
	event: string;
	status: 'pending' | 'succeeded' | 'dead_lettered';
	attempt_count: number;
	next_attempt_at: string | null;
	replay_of: string | null;
	replayed_as: string | null;
	body: string;
	signature: string | null;
	attempts: Array<{
		number: number;
		url: string;
		http_status: number | null;
		response_body: string | null;
		error: string | null;
		duration_ms: number;
		started_at: string;
	}>;
}

/** A campaign as batch-calls answers it (section 2). */
export interface Batch {
	id: string;
	user_id: string;
	name: string;
	caller_id: string;
	status: string;
	send_now: boolean;
	total_recipients: number;
	completed_count: number;
	failed_count: number;
	created_at: string;
}

/** A campaign as the control API shows it. */
export interface BatchDetail extends Batch {
	agent_id: string | null;
	started_at: string | null;
	finished_at: string | null;
	window_days: number[];
	recipients: Array<{
		name: string | null;
		phone_number: string;
		status: string;
		call_id: string | null;
		failure_reason: string | null;
		call_started_at: string | null;
		call_ended_at: string | null;
		call_summary: string | null;
	}>;
	outcomes: Record<string, number>;
}
