import { isoTime } from '../clock/clock.ts';
import { SEEDED_AGENTS } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';

const DAY_MS = 86_400_000;

/** What the booking agent looks up, and an order status that is switched off. */
export function seedCustomFunctions({ customFunctions, clock, user }: App): void {
	const createdAt = clock.now() - 45 * DAY_MS;
	const shared = { user_id: user.id, timeout_ms: 120_000, max_retries: 2, is_active: true };
	customFunctions.create({
		...shared,
		id: namedUuid('seed function order_status'),
		agent_id: SEEDED_AGENTS.reception,
		name: 'order_status',
		description: 'Tells how far an order is. Call it when the caller gives an order number.',
		http_method: 'GET',
		endpoint_url: 'https://shop.example.com/api/orders/status',
		headers: [{ name: 'X-Shop', value: 'larkfield' }],
		query_params: [{ name: 'order', value: '{{order_number}}' }],
		body_schema: [{ name: 'order_number', type: 'number', description: 'As on the invoice', required: true }],
		response_variables: [{ name: 'status', json_path: '$.order.status' }],
		is_active: false,
		created_at: isoTime(createdAt),
	});
	customFunctions.create({
		...shared,
		id: namedUuid('seed function check_availability'),
		agent_id: SEEDED_AGENTS.booking,
		name: 'check_availability',
		description: 'Lists the free slots of a day. Call it before offering any time.',
		http_method: 'GET',
		endpoint_url: 'https://calendar.example.com/api/slots',
		headers: [],
		query_params: [{ name: 'day', value: '{{day}}' }],
		body_schema: [{ name: 'day', type: 'string', description: 'The day, as YYYY-MM-DD', required: true }],
		response_variables: [{ name: 'free_slots', json_path: '$.slots[*].start' }],
		timeout_ms: 10_000,
		created_at: isoTime(createdAt + DAY_MS),
	});
	customFunctions.create({
		...shared,
		id: namedUuid('seed function book_appointment'),
		agent_id: SEEDED_AGENTS.booking,
		name: 'book_appointment',
		description: 'Books a slot. Call it once the caller has agreed to a day and a time.',
		http_method: 'POST',
		endpoint_url: 'https://calendar.example.com/api/bookings',
		headers: [{ name: 'X-Shop', value: 'larkfield' }],
		body_schema: [
			{ name: 'name', type: 'string', description: 'Name of the caller', required: true },
			{ name: 'start', type: 'string', description: 'Day and time, ISO 8601', required: true },
			{ name: 'note', type: 'string', description: 'What is to be done', required: false },
		],
		response_variables: [
			{ name: 'booking_id', json_path: '$.booking.id' },
			{ name: 'confirmed_start', json_path: '$.booking.start' },
		],
		max_retries: 0,
		created_at: isoTime(createdAt + 2 * DAY_MS),
	});
}
