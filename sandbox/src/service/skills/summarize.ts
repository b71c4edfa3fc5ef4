import { DAY_MS } from '../clock/clock.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './schema.ts';
import type { TriggerContext } from './trigger-context.ts';

/** The result of a skill. */
interface Findings {
	readonly summary: string;
	readonly data: Record<string, unknown>;
	/** False if there is nothing to deliver. */
	readonly hasContent: boolean;
}

/** The beginnings of summaries, by the kind of event. */
const INTRODUCTIONS = new Map<unknown, (caller: string) => string>([
	['call.completed', (caller) => `Call with ${caller}`],
	['sms.received', (caller) => `SMS from ${caller}`],
	['sms.sent', (caller) => `SMS to ${caller}`],
	['chatapp.received', (caller) => `Chat-app message from ${caller}`],
	['chat.session.completed', () => 'Website chat'],
]);
/** The beginning for a context that names no event: the fields in section 4 are those of a call. */
const introduceCall = (caller: string) => `Call from ${caller}`;

/**
 * Summarizes the context of an event skill, or for a scheduled skill the last 24 hours of the account.
 * @param time the time of the run, in milliseconds
 */
export function summarize(skill: Skill, context: TriggerContext, time: number, app: App): Findings {
	return skill.trigger_type === 'event' ? aboutEvent(context) : aboutLastDay(time, app);
}

function aboutEvent(context: TriggerContext): Findings {
	if (Object.keys(context).length === 0) {
		const summary = 'There is no call to work on: trigger_context is empty.';
		return { summary, data: {}, hasContent: false };
	}
	const introduce = INTRODUCTIONS.get(context.event) ?? introduceCall;
	const caller = typeof context.caller_phone === 'string' ? context.caller_phone : 'an unknown number';
	const summary = typeof context.call_summary === 'string' ? context.call_summary : 'No summary was given.';
	return { summary: `${introduce(caller)}: ${summary}`, data: { ...context }, hasContent: true };
}

function aboutLastDay(time: number, { messages }: App): Findings {
	// The millisecond of the run is included.
	const day = { after: time - DAY_MS, before: time + 1 };
	const received = messages.page({ direction: 'inbound', ...day }, 1, 0).total;
	const sent = messages.page({ direction: 'outbound', ...day }, 1, 0).total;
	return {
		summary: `In the last 24 hours ${received} messages were received and ${sent} sent.`,
		data: { messages_received: received, messages_sent: sent },
		hasContent: true,
	};
}
