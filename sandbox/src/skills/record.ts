import type { SkillRecord } from './schema.ts';
import type { Skill } from './skills.ts';

/** A skill as the interface shows it (section 2, agent skill). */
export function toSkillRecord(skill: Skill): SkillRecord {
	return {
		id: skill.id,
		is_enabled: skill.isEnabled,
		config: { ...skill.config },
		trigger_type: skill.triggerType,
		schedule: skill.schedule && { ...skill.schedule },
		delivery_channels: [...skill.deliveryChannels],
	};
}
