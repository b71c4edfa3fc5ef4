import { DAY_MS } from '../clock/clock.ts';
import type { App } from '../plugin.ts';
import type { Skill } from './schema.ts';

/** The result of a skill. */
interface Findings {
	readonly summary: string;
	readonly data: Record<string, unknown>;
	/** False if there is nothing to deliver. */
	readonly hasContent: boolean;
}

/** The call that an event skill works on (section 4: caller_phone, call_summary, extracted_data and more). */
export type TriggerContext = Readonly<Record<string, unknown>>;

/** Summarizes the given call for an event skill, and the last 24 hours of the account for a scheduled one. */
export function summarize(skill: Skill, context: TriggerContext, app: App): Findings {
	return skill.trigger_type === 'event' ? aboutCall(context) : aboutLastDay(app);
}

function aboutCall(context: TriggerContext): Findings {
	if (Object.keys(context).length === 0) {
		const summary = 'There is no call to work on: trigger_context is empty.';
		return { summary, data: {}, hasContent: false };
	}
	const caller = typeof context.caller_phone === 'string' ? context.caller_phone : 'an unknown number';
	const summary = typeof context.call_summary === 'string' ? context.call_summary : 'No summary was given.';
	return { summary: `Call from ${caller}: ${summary}`, data: { ...context }, hasContent: true };
}

function aboutLastDay({ clock, messages }: App): Findings {
	const after = clock.now() - DAY_MS;
	const received = messages.page({ direction: 'inbound', after }, 1, 0).total;
	const sent = messages.page({ direction: 'outbound', after }, 1, 0).total;
	return {
		summary: `In the last 24 hours ${received} messages were received and ${sent} sent.`,
		data: { messages_received: received, messages_sent: sent },
		hasContent: true,
	};
}
