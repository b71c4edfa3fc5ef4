import type { SandboxAccount } from '../../src/index.ts';

/** An answer of the service. */
export interface Answer<Body> {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Body;
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Calls a function endpoint with the sandbox's key, or with the headers given instead. */
export async function callFunction<Body = { error: unknown; detail?: string }>(
	sandbox: Pick<SandboxAccount, 'url' | 'apiKey'>,
	name: string,
	body: unknown = {},
	headers: Record<string, string> = { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
): Promise<Answer<Body>> {
	const response = await fetch(`${sandbox.url}/functions/v1/${name}`, {
		method: 'POST',
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
}

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

/** Waits until `probe` answers something other than undefined; fails after `timeoutMs`. */
export async function eventually<Found>(
	probe: () => Promise<Found | undefined> | Found | undefined,
	timeoutMs = 15_000,
): Promise<Found> {
	const until = Date.now() + timeoutMs;
	for (;;) {
		const found = await probe();
		if (found !== undefined) return found;
		if (Date.now() > until) throw new Error(`It did not happen within ${timeoutMs} ms.`);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}

/** A delivery with its attempts, once it is no longer pending. */
export function settled(sandbox: SandboxAccount, id: string): Promise<Delivery> {
	return eventually(async () => {
		const delivery = await sandbox.control<Delivery>('GET', `/deliveries/${id}`);
		return delivery.status === 'pending' ? undefined : delivery;
	});
}
