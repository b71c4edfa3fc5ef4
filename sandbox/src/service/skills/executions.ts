import { isoTime } from '../iso-time.ts';
import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import type { ServiceEvent } from '../webhooks/rules.ts';
import { deliver } from './deliver.ts';
import type { Execution, ExecutionAnswer, Skill } from './schema.ts';
import { summarize } from './summarize.ts';
import { toTriggerContext, type TriggerContext } from './trigger-context.ts';

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
