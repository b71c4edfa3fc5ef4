import { SEEDED_AGENTS } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';

const DAY_MS = 86_400_000;

/** What the booking agent looks up, and an order status that is switched off. */
export function seedCustomFunctions({ customFunctions, clock, user }: App): void {
	const createdAt = clock.now() - 45 * DAY_MS;
	const shared = { userId: user.id, timeoutMs: 120_000, maxRetries: 2, isActive: true };
	customFunctions.add({
		...shared,
		id: namedUuid('seed function order_status'),
		agentId: SEEDED_AGENTS.reception,
		name: 'order_status',
		description: 'Tells how far an order is. Call it when the caller gives an order number.',
		httpMethod: 'GET',
		endpointUrl: 'https://shop.example.com/api/orders/status',
		headers: [{ name: 'X-Shop', value: 'larkfield' }],
		queryParams: [{ name: 'order', value: '{{order_number}}' }],
		bodySchema: [{ name: 'order_number', type: 'number', description: 'As on the invoice', required: true }],
		responseVariables: [{ name: 'status', json_path: '$.order.status' }],
		isActive: false,
		createdAt,
	});
	customFunctions.add({
		...shared,
		id: namedUuid('seed function check_availability'),
		agentId: SEEDED_AGENTS.booking,
		name: 'check_availability',
		description: 'Lists the free slots of a day. Call it before offering any time.',
		httpMethod: 'GET',
		endpointUrl: 'https://calendar.example.com/api/slots',
		headers: [],
		queryParams: [{ name: 'day', value: '{{day}}' }],
		bodySchema: [{ name: 'day', type: 'string', description: 'The day, as YYYY-MM-DD', required: true }],
		responseVariables: [{ name: 'free_slots', json_path: '$.slots[*].start' }],
		timeoutMs: 10_000,
		createdAt: createdAt + DAY_MS,
	});
	customFunctions.add({
		...shared,
		id: namedUuid('seed function book_appointment'),
		agentId: SEEDED_AGENTS.booking,
		name: 'book_appointment',
		description: 'Books a slot. Call it once the caller has agreed to a day and a time.',
		httpMethod: 'POST',
		endpointUrl: 'https://calendar.example.com/api/bookings',
		headers: [{ name: 'X-Shop', value: 'larkfield' }],
		bodySchema: [
			{ name: 'name', type: 'string', description: 'Name of the caller', required: true },
			{ name: 'start', type: 'string', description: 'Day and time, ISO 8601', required: true },
			{ name: 'note', type: 'string', description: 'What is to be done', required: false },
		],
		responseVariables: [
			{ name: 'booking_id', json_path: '$.booking.id' },
			{ name: 'confirmed_start', json_path: '$.booking.start' },
		],
		maxRetries: 0,
		createdAt: createdAt + 2 * DAY_MS,
	});
}
