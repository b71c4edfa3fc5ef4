import { isoTime } from '../clock/clock.ts';
import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { deliver } from './deliver.ts';
import { findOut, type Findings, type TriggerContext } from './findings.ts';
import type { ExecutionAnswer, SkillDelivery, Skill } from './schema.ts';
import type { ExecutionStatus } from './statuses.ts';

/** Shows what a run would do, without doing it. It works on a disabled skill too (section 4, manage-skills). */
export function dryRun(skill: Skill, context: TriggerContext, services: App): ExecutionAnswer {
	const findings = findOut(skill, context, services);
	const channels = skill.delivery_channels.map(({ channel, channel_name: name }) => `${name} (${channel})`);
	const preview =
		findings.worthTelling && channels.length > 0
			? `Would send to ${channels.join(', ')}: ${textOf(skill, findings)}`
			: `Would send nothing. ${findings.summary}`;
	return {
		success: true,
		status: 'completed',
		dry_run: true,
		result: { summary: findings.summary, actions_taken: [], preview, data: findings.data },
		deliveries: [],
	};
}

/**
 * Runs a skill and delivers what it has found out. To be called within a write.
 * @throws {ServiceError} 409 when the skill is disabled
 */
export function run(skill: Skill, context: TriggerContext, services: App): ExecutionAnswer {
	if (!skill.is_enabled) throw plainError(409, 'The skill is disabled');
	const findings = findOut(skill, context, services);
	const deliveries = skill.outcome === 'completed' ? deliverFindings(skill, findings, services) : [];
	const status = statusOf(skill, deliveries);
	const result = {
		summary: findings.summary,
		actions_taken: deliveries
			.filter((delivery) => delivery.status === 'sent')
			.map(({ channel, to }) => `Sent to ${to} (${channel})`),
		data: findings.data,
	};
	const { clock, ids, skillExecutions } = services;
	const { id } = skillExecutions.add({
		id: ids.uuid('skill-execution'),
		agent_skill_id: skill.id,
		status,
		result,
		deliveries,
		created_at: isoTime(clock.now()),
	});
	return { success: status !== 'failed', execution_id: id, status, dry_run: false, result, deliveries };
}

function deliverFindings(skill: Skill, findings: Findings, services: App): SkillDelivery[] {
	if (findings.worthTelling) return deliver(skill, textOf(skill, findings), services);
	return skill.delivery_channels.map(({ channel, channel_name: to }) => ({
		channel,
		status: 'skipped' as const,
		to,
	}));
}

/** A run that reached nobody has failed. */
function statusOf({ outcome }: Skill, deliveries: readonly SkillDelivery[]): ExecutionStatus {
	const reachedNobody = deliveries.length > 0 && deliveries.every(({ status }) => status === 'failed');
	return reachedNobody ? 'failed' : outcome;
}

function textOf({ name }: Skill, { summary }: Findings): string {
	return `${name}: ${summary}`;
}
