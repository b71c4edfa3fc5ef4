import { DAY_MS, isoTime } from '../clock/clock.ts';
import { DEMO_SERVICE_NUMBER, SEEDED_AGENTS } from '../demo.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import { isFinal, type Batch } from './batch.ts';
import { failureOf } from './calling.ts';

/** Nothing seeded dials before that many days, so that the demo account is quiet until somebody begins something. */
const QUIET_DAYS = 3;

interface SeededBatch extends Pick<Batch, 'name' | 'status'> {
	/** Days before now. */
	readonly age: number;
	readonly recipients: number;
	/** How many of them have been called. */
	readonly called: number;
}

const SEEDED_BATCHES: readonly SeededBatch[] = [
	{ name: 'Spring sale', status: 'completed', age: 40, recipients: 24, called: 24 },
	{ name: 'Survey, first round', status: 'cancelled', age: 33, recipients: 18, called: 7 },
	{ name: 'Renewal reminders', status: 'failed', age: 21, recipients: 12, called: 5 },
	{ name: 'Survey, second round', status: 'paused', age: 9, recipients: 20, called: 8 },
	{ name: 'Appointment reminders', status: 'running', age: 4, recipients: 30, called: 17 },
	{ name: 'New opening hours', status: 'scheduled', age: 2, recipients: 16, called: 0 },
	{ name: 'Autumn offer', status: 'draft', age: 1, recipients: 10, called: 0 },
];

/** One campaign in each state of section 3, with the recipients that belong to it. */
export function seedBatches(app: App, seed: SeedName): void {
	const { batches, campaigns, clock, calling, user } = app;
	calling.reset();
	campaigns.reset();
	if (seed === 'empty') return;
	const dialsAgain = new Date(clock.now() + QUIET_DAYS * DAY_MS);
	for (const { name, status, age, recipients, called } of SEEDED_BATCHES) {
		const createdAt = clock.now() - age * DAY_MS;
		const scheduled = status === 'scheduled';
		const batch = batches.create(
			{
				user_id: user.id,
				name,
				caller_id: DEMO_SERVICE_NUMBER,
				agent_id: SEEDED_AGENTS.reception,
				status: called > 0 ? 'running' : status,
				send_now: !scheduled && status !== 'draft',
				scheduled_at: scheduled ? isoTime(dialsAgain.getTime() + DAY_MS) : null,
				window_start_time: '09:00',
				window_end_time: '17:59',
				window_days: [dialsAgain.getUTCDay()],
				reserved_concurrency: 5,
				purpose: 'Tell the contact the news.',
				goal: 'The contact knows, and says whether to call again.',
				created_at: isoTime(createdAt),
			},
			Array.from({ length: recipients }, (_, index) => ({
				name: index % 3 === 0 ? null : `Contact ${index + 1}`,
				phone_number: `+1415555${String(199 - index).padStart(4, '0')}`,
			})),
		);
		for (const recipient of batches.listPending(batch, called)) {
			batches.beginCall(recipient, failureOf(recipient.phone_number), createdAt, createdAt + 60_000);
		}
		for (const recipient of batches.listEndingCalls(createdAt + 60_000)) batches.endCall(recipient);
		if (isFinal(status)) batches.end(batch, status, createdAt + 3_600_000);
		else if (status !== batch.status) batches.setStatus(batch, status, createdAt + 3_600_000);
	}
}
