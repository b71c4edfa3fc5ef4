import { isoTime } from '../clock/clock.ts';
import { plainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import type { PhoneNumber } from '../numbers/schema.ts';
import type { App } from '../plugin.ts';
import type { Batch, NewBatch } from './batch.ts';
import type { CreateRequest, DraftRequest } from './schema.ts';

/** How a campaign begins. */
type Beginning = Pick<NewBatch, 'status' | 'send_now' | 'scheduled_at'>;

/**
 * Section 3: `running` when it is to be sent now, otherwise `scheduled`; one whose time has passed starts at once.
 * @throws {ServiceError} 400 when there is no time, or none that can be read
 */
export function beginningOf({ send_now: sendNow = true, scheduled_at: time }: CreateRequest): Beginning {
	if (sendNow) return { status: 'running', send_now: true, scheduled_at: null };
	if (time === undefined) throw plainError(400, 'scheduled_at is required when send_now is false');
	return { status: 'scheduled', send_now: false, scheduled_at: isoTime(parseTime('scheduled_at', time)) };
}

/** A campaign that waits for somebody to do something with it. */
export const AS_DRAFT: Beginning = { status: 'draft', send_now: false, scheduled_at: null };

/**
 * Stores a campaign (section 4, batch calls). To be called within a write.
 * @throws {ServiceError} 400 when the caller id is not an active voice number of the account, 404 for an unknown agent
 */
export function createBatch(request: DraftRequest, beginning: Beginning, services: App): Batch {
	const { agents, batches, numbers, user } = services;
	if (request.agent_id !== undefined && agents.find(request.agent_id) === undefined) {
		throw plainError(404, 'Agent not found');
	}
	const number = requireCallerId(numbers.findNumber(request.caller_id));
	return batches.create({
		...beginning,
		user_id: user.id,
		name: request.name,
		caller_id: request.caller_id,
		agent_id: request.agent_id ?? number.agent_id,
		window_start_time: request.window_start_time ?? '00:00',
		window_end_time: request.window_end_time ?? '23:59',
		window_days: request.window_days ?? [0, 1, 2, 3, 4, 5, 6],
		reserved_concurrency: request.reserved_concurrency ?? 5,
		purpose: request.purpose ?? null,
		goal: request.goal ?? null,
		recipients: request.recipients.map(({ name, phone_number: phoneNumber }) => ({
			name: name ?? null,
			phoneNumber,
		})),
	});
}

function requireCallerId(number: PhoneNumber | undefined): PhoneNumber {
	if (number === undefined || !number.is_active) {
		throw plainError(400, 'caller_id must be an active phone number of the account');
	}
	if (!number.capabilities.voice) throw plainError(400, 'caller_id must be a number with voice');
	return number;
}
