import { isoTime } from '../clock/clock.ts';
import { plainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import type { App } from '../plugin.ts';
import type { Batch } from './batch.ts';
import type { DraftRequest } from './schema.ts';

/** How a campaign begins. */
type Beginning = Pick<Batch, 'status' | 'send_now' | 'scheduled_at'>;

/**
 * Section 3: `running` when it is to be sent now, otherwise `scheduled`; one whose time has passed starts at once.
 * @throws {ServiceError} 400 when there is no time, or none that can be read
 */
export function beginningOf(sendNow: boolean, time: string | undefined): Beginning {
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
export function createBatch(
	{ recipients, ...request }: DraftRequest,
	beginning: Beginning,
	{ agents, batches, numbers, user }: App,
): Batch {
	if (request.agent_id !== undefined) agents.require(request.agent_id);
	const number = numbers.findNumber(request.caller_id);
	if (!number?.is_active) throw plainError(400, 'caller_id must be an active phone number of the account');
	if (!number.capabilities.voice) throw plainError(400, 'caller_id must be a number with voice');
	const { agent_id = number.agent_id } = request;
	const purpose = { purpose: request.purpose ?? null, goal: request.goal ?? null };
	return batches.create({ ...request, ...beginning, ...purpose, agent_id, user_id: user.id }, recipients);
}
