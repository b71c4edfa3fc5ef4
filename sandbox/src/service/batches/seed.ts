import type { SeedName } from '../config.ts';
import { CONTACTS } from '../demo/index.ts';
import type { App } from '../plugin.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, isoTime } from '../time.ts';
import { campaignCall, findFailure } from './calling.ts';
import { isFinal, type Batch } from './schema.ts';

/**
 * No seeded campaign dials within this many days, so that the demo account is quiet until a user starts
 * something.
 */
const QUIET_DAYS = 3;

interface SeededBatch extends Pick<Batch, 'name' | 'status' | 'purpose' | 'goal'> {
	/** Days before now. */
	readonly age: number;
	readonly recipients: number;
	/** The number of recipients that have been called. */
	readonly called: number;
}

const SURVEY = {
	purpose: 'Ask how satisfied the contact is with the last purchase.',
	goal: 'A rating from 1 to 5, and the reason for a low one.',
};
const SEEDED_BATCHES: readonly SeededBatch[] = [
	{
		name: 'Spring sale',
		status: 'completed',
		age: 40,
		recipients: 24,
		called: 24,
		purpose: 'Tell regular customers about the spring sale.',
		goal: 'The contact accepts the offer or asks for it by e-mail.',
	},
	{ name: 'Survey, first round', status: 'cancelled', age: 33, recipients: 18, called: 7, ...SURVEY },
	{
		name: 'Renewal reminders',
		status: 'failed',
		age: 21,
		recipients: 12,
		called: 5,
		purpose: 'Remind of the service plan that ends this month.',
		goal: 'The contact renews the plan.',
	},
	{ name: 'Survey, second round', status: 'paused', age: 9, recipients: 20, called: 8, ...SURVEY },
	{
		name: 'Appointment reminders',
		status: 'running',
		age: 4,
		recipients: 30,
		called: 17,
		purpose: 'Remind of the fitting this week.',
		goal: 'Confirm the appointment, or move it.',
	},
	{
		name: 'New opening hours',
		status: 'scheduled',
		age: 2,
		recipients: 16,
		called: 0,
		purpose: 'From next month on we are open on Saturdays, too.',
		goal: 'The contact knows the new opening hours.',
	},
	{
		name: 'Autumn offer',
		status: 'draft',
		age: 1,
		recipients: 10,
		called: 0,
		purpose: 'Tell about the autumn offer on floor lamps.',
		goal: 'The contact accepts the offer.',
	},
];

/**
 * Lists recipients: two who are never reached, then the people of the demo account, then some without a name.
 * @param first the position of the first one in this order
 */
function listRecipients(count: number, first: number): Array<{ name: string | null; phone_number: string }> {
	const nameless = (...numbers: string[]) => numbers.map((phone_number) => ({ name: null, phone_number }));
	const people = CONTACTS.map(({ name, phone_number }) => ({ name, phone_number }));
	const named = [...people.slice(first), ...people.slice(0, first)];
	const others = nameless('+14155550154', '+14155550155', '+14155550156');
	return [...nameless('+14155550199', '+14155550198'), ...named, ...others].slice(0, count);
}

/** One campaign in each state of section 3, with the recipients and the calls that belong to it. */
export function seedBatches(app: App, seed: SeedName): void {
	const { batches, calls, clock, demo, user } = app;
	if (seed !== 'demo') return;
	const dialsAgain = new Date(clock.now() + QUIET_DAYS * DAY_MS);
	for (const { name, status, purpose, goal, age, recipients, called } of SEEDED_BATCHES) {
		const createdAt = clock.now() - age * DAY_MS;
		const scheduled = status === 'scheduled';
		const batch = batches.create(
			{
				user_id: user.id,
				name,
				caller_id: demo.serviceNumber,
				agent_id: demo.agents.reception,
				status: called > 0 ? 'running' : status,
				send_now: !scheduled && status !== 'draft',
				scheduled_at: scheduled ? isoTime(dialsAgain.getTime() + DAY_MS) : null,
				window_start_time: '09:00',
				window_end_time: '17:59',
				window_days: [dialsAgain.getUTCDay()],
				reserved_concurrency: 5,
				purpose,
				goal,
				created_at: isoTime(createdAt),
			},
			listRecipients(recipients, age % CONTACTS.length),
		);
		for (const [index, recipient] of batches.listPending(batch, called).entries()) {
			const startedAt = createdAt + index * 2 * MINUTE_MS;
			// From 35 to 93 seconds.
			const endsAt = startedAt + (35 + ((index * 29) % 59)) * 1000;
			batches.beginCall(recipient, findFailure(recipient.phone_number), startedAt, endsAt);
		}
		const endedAt = createdAt + HOUR_MS;
		for (const recipient of batches.listEndingCalls(endedAt)) {
			const counted = batches.endCall(recipient);
			const { call_id: id, failure_reason: failure, call_started_at: startedAt, call_ends_at } = recipient;
			if (id === null || failure !== null || startedAt === null || call_ends_at === null) continue;
			calls.record(campaignCall(counted, recipient, { id, startedAt, endedAt: call_ends_at }));
		}
		if (isFinal(status)) batches.end(batch, status, endedAt);
		else if (status !== batch.status) batches.setStatus(batch, status, endedAt);
	}
}
