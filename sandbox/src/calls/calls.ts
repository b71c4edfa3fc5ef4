import { isoTime } from '../clock/clock.ts';
import { Records } from '../database/records.ts';
import type { Call } from './schema.ts';

/** What makes a call; the rest is made up. Times in milliseconds. */
type NewCall = Pick<Call, 'direction' | 'from_number' | 'to_number' | 'agent_id'> &
	Partial<Pick<Call, 'id' | 'batch_id' | 'contact_name' | 'summary' | 'transcript' | 'extracted_data'>> & {
		readonly startedAt: number;
		readonly endedAt: number;
	};

/** What a call was about of which nothing is said. */
const INBOUND: Pick<Call, 'summary' | 'transcript'> = {
	summary: 'The caller asked for the opening hours and was told them.',
	transcript: [
		{ role: 'agent', text: 'Hello, how can I help you?' },
		{ role: 'caller', text: 'When do you open on Saturday?' },
		{ role: 'agent', text: 'From ten to four.' },
	],
};
const outboundTo = (contact: string): typeof INBOUND => ({
	summary: `${contact} was reached, listened to the offer and will think about it.`,
	transcript: [
		{ role: 'agent', text: 'Hello, I am calling on behalf of the shop. Do you have a minute?' },
		{ role: 'caller', text: 'All right, go ahead.' },
	],
});

/** The calls that have ended. */
export class Calls extends Records<Call, 'ids' | 'outbox'> {
	/** An id for a call that begins. */
	nextId(): string {
		return this.app.ids.uuid('call');
	}

	/**
	 * Ends a call: it is stored and, its post-processing being instant here, `call.completed` fires (section 6).
	 * To be called within a write.
	 */
	complete({ startedAt, endedAt, ...fresh }: NewCall): { call: Call; eventId: string } {
		const call = this.add({
			batch_id: null,
			contact_name: null,
			status: 'completed',
			started_at: isoTime(startedAt),
			ended_at: isoTime(endedAt),
			duration_seconds: Math.round((endedAt - startedAt) / 1000),
			...(fresh.direction === 'inbound' ? INBOUND : outboundTo(fresh.contact_name ?? 'The contact')),
			extracted_data: {},
			...fresh,
			id: fresh.id ?? this.nextId(),
		});
		// Where it came in, or from where it went out.
		const serviceNumber = call.direction === 'inbound' ? call.to_number : call.from_number;
		return { call, eventId: this.app.outbox.publish('call.completed', serviceNumber, call) };
	}
}
