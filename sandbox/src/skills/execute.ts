import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { deliver } from './deliver.ts';
import { summarize, type TriggerContext } from './summarize.ts';
import type { ExecutionAnswer, Skill } from './schema.ts';

/** Shows what a run would do, without doing it. It works on a disabled skill too (section 4, manage-skills). */
export function dryRun(skill: Skill, context: TriggerContext, app: App): ExecutionAnswer {
	const { summary, data, hasContent } = summarize(skill, context, app);
	const channels = skill.delivery_channels.map(({ channel, channel_name: name }) => `${name} (${channel})`);
	const preview =
		hasContent && channels.length > 0
			? `Would send to ${channels.join(', ')}: ${skill.name}: ${summary}`
			: `Would send nothing. ${summary}`;
	const result = { summary, actions_taken: [], preview, data };
	return { success: true, status: 'completed', dry_run: true, result, deliveries: [] };
}

/**
 * Runs a skill and delivers what it has found out. To be called within a write.
 * @throws {ServiceError} 409 when the skill is disabled
 */
export function run(skill: Skill, context: TriggerContext, app: App): ExecutionAnswer {
	if (!skill.is_enabled) throw plainError(409, 'The skill is disabled');
	const { summary, data, hasContent } = summarize(skill, context, app);
	const text = hasContent ? `${skill.name}: ${summary}` : null;
	const deliveries = skill.outcome === 'completed' ? deliver(skill, text, app) : [];
	// A run that reached nobody has failed.
	const reachedNobody = deliveries.length > 0 && deliveries.every(({ status }) => status === 'failed');
	const status = reachedNobody ? 'failed' : skill.outcome;
	const sent = deliveries.filter((delivery) => delivery.status === 'sent');
	const actions = sent.map(({ channel, to }) => `Sent to ${to} (${channel})`);
	const outcome = { status, result: { summary, actions_taken: actions, data }, deliveries } as const;
	const { id } = app.skillExecutions.add({
		id: app.ids.uuid('skill-execution'),
		agent_skill_id: skill.id,
		...outcome,
		created_at: app.clock.stamp(),
	});
	return { success: status !== 'failed', execution_id: id, dry_run: false, ...outcome };
}
