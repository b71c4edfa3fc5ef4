import type { Call } from '../calls/calls.ts';
import type { ChatSession } from '../chat-sessions/sessions.ts';
import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { E164_PATTERN } from '../http/values.ts';
import type { MessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import { recordSms } from '../sms/index.ts';
import { DAY_MS, isoTime } from '../time.ts';
import type { EventName, ServiceEvent } from '../webhooks/rules.ts';
import type { Skill, SkillDelivery, ExecutionAnswer, Execution } from './schema.ts';

/** The data that an event skill processes (section 4: e.g. caller_phone, call_summary, extracted_data). */
type TriggerContext = Readonly<Record<string, unknown>>;

/**
 * Derives the fields that section 4 names, about the caller and the conversation, from the data of each
 * event.
 */
const CALL_DATA: Readonly<Record<EventName, (data: never) => TriggerContext>> = {
	'call.completed': ({ direction, from_number, to_number, summary, extracted_data }: Call) => ({
		caller_phone: direction === 'inbound' ? from_number : to_number,
		call_summary: summary,
		extracted_data,
	}),
	'sms.received': fromSender,
	'sms.sent': ({ to_number: phone, body }: MessageRecord) => ({ caller_phone: phone, call_summary: body }),
	'chatapp.received': fromSender,
	'chat.session.completed': ({ messages }: ChatSession) => ({
		call_summary: messages.map(({ from, text }) => `${from}: ${text}`).join('\n'),
	}),
};

function fromSender({ from_number: phone, body }: MessageRecord): TriggerContext {
	return { caller_phone: phone, call_summary: body };
}

/**
 * Builds the context of a skill that runs on an event: the event as it is delivered, and the call data of
 * section 4.
 */
function toTriggerContext(event: ServiceEvent): TriggerContext {
	return { ...CALL_DATA[event.event](event.data as never), ...event };
}

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
function summarize(skill: Skill, context: TriggerContext, time: number, app: App): Findings {
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

/** The longest text of a multi-part SMS; longer texts are cut. */
const MAX_SMS = 1600;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Delivers the result of a skill to each of its channels. An SMS is stored as a message, with its event
 * (section 6, `sms.sent`: notification SMS); messages to team chat and e-mail are not sent anywhere. To be
 * called within a transaction.
 * @param text null if there is nothing to deliver, so that every channel is skipped
 * @param time the time of the delivery, in milliseconds
 */
function deliver(skill: Skill, text: string | null, time: number, app: App): SkillDelivery[] {
	return skill.delivery_channels.map(({ channel, channel_name: to }) => {
		if (text === null) return { channel, status: 'skipped', to };
		const error = CHANNEL_SENDERS[channel](to, skill, { text, created_at: isoTime(time) }, app);
		return error === null ? { channel, status: 'sent', to } : { channel, status: 'failed', to, error };
	});
}

/** Delivers over one kind of channel; returns the reason if it cannot, otherwise null. */
type ChannelSender = (to: string, skill: Skill, text: SkillText, app: App) => string | null;

interface SkillText {
	readonly text: string;
	/** In ISO 8601. */
	readonly created_at: string;
}

const CHANNEL_SENDERS: Readonly<Record<SkillDelivery['channel'], ChannelSender>> = {
	team_chat: () => null,
	email: (to) => (EMAIL.test(to) ? null : `${to} is not an e-mail address`),
	sms: (to, { agent_id }, { text, created_at }, app) => {
		if (!E164_PATTERN.test(to)) return `${to} is not a phone number in E.164 format`;
		// The numbers of the skill's agent come first, then all numbers of the account.
		const candidates = [...app.numbers.listOfAgent(agent_id), ...app.numbers.list()];
		const sender = candidates.find((number) => number.is_active && number.capabilities.sms)?.phone_number;
		if (sender === undefined) return 'The account has no active number that can send SMS';
		const body = text.slice(0, MAX_SMS);
		const sms = { from_number: sender, to_number: to, body, is_ai_generated: true, agent_id, created_at };
		recordSms(app, 'sms.sent', sms);
		return null;
	},
};

/**
 * Returns the result that a run would have, without running. Disabled skills are allowed (section 4,
 * manage-skills).
 */
export function dryRun(skill: Skill, context: TriggerContext, app: App): ExecutionAnswer {
	const { summary, data, hasContent } = summarize(skill, context, app.clock.now(), app);
	const channels = skill.delivery_channels.map(({ channel, channel_name: name }) => `${name} (${channel})`);
	const preview =
		hasContent && channels.length > 0
			? `Would send to ${channels.join(', ')}: ${skill.name}: ${summary}`
			: `Would send nothing. ${summary}`;
	const result = { summary, actions_taken: [], preview, data };
	return { success: true, status: 'completed', dry_run: true, result, deliveries: [] };
}

/** The real runs of skills. Methods that change something are to be called within a transaction. */
export class SkillExecutions extends Records<Execution, keyof App> {
	/** The skills that are running, so that the events of a run do not run the same skill again. */
	readonly #running = new Set<string>();

	constructor(app: App) {
		super(app, 'skill_executions', 'Skill execution');
	}

	/**
	 * Runs a skill and delivers its result.
	 * @param time the time of the run, in milliseconds
	 * @throws {ServiceError} 409 when the skill is disabled
	 */
	run(skill: Skill, context: TriggerContext, time = this.app.clock.now()): ExecutionAnswer {
		if (!skill.is_enabled) throw plainError(409, 'The skill is disabled');
		const { summary, data, hasContent } = summarize(skill, context, time, this.app);
		const text = hasContent ? `${skill.name}: ${summary}` : null;
		const deliveries = skill.outcome === 'completed' ? this.#deliver(skill, text, time) : [];
		// A run fails if every delivery failed.
		const reachedNobody = deliveries.length > 0 && deliveries.every(({ status }) => status === 'failed');
		const status = reachedNobody ? 'failed' : skill.outcome;
		const sent = deliveries.filter((delivery) => delivery.status === 'sent');
		const actions = sent.map(({ channel, to }) => `Sent to ${to} (${channel})`);
		const outcome = { status, result: { summary, actions_taken: actions, data }, deliveries } as const;
		const { id } = this.add({
			id: this.app.ids.uuid('skill-execution'),
			agent_skill_id: skill.id,
			...outcome,
			created_at: isoTime(time),
		});
		return { success: status !== 'failed', execution_id: id, dry_run: false, ...outcome };
	}

	/** Runs the event skills whose configuration names the event, except those whose run caused it. */
	runOnEvent(event: ServiceEvent): void {
		for (const skill of this.app.skills.listBy('trigger_type', 'event')) {
			if (!skill.is_enabled || skill.config.event !== event.event) continue;
			if (!this.#running.has(skill.id)) this.run(skill, toTriggerContext(event));
		}
	}

	#deliver(skill: Skill, text: string | null, time: number): Execution['deliveries'] {
		this.#running.add(skill.id);
		try {
			return deliver(skill, text, time, this.app);
		} finally {
			this.#running.delete(skill.id);
		}
	}
}
