import type { App } from '../plugin.ts';
import type { ExecutionAnswer, Skill } from './schema.ts';
import { summarize } from './summarize.ts';
import type { TriggerContext } from './trigger-context.ts';

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
