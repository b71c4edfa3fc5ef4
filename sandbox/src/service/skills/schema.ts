import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { isEverDue } from './schedule.ts';

/** Section 3, skill execution status. */
const ExecutionStatus = Type.Enum(['completed', 'failed', 'pending']);
const Channel = Type.Enum(['team_chat', 'email', 'sms']);

const gap = {
	'x-not-shown-in-interface':
		'Section 4 leaves the names of trigger type and schedule, and the shape of a schedule, open',
};
const CronExpression = Type.Refine(
	Type.String({ maxLength: 200, description: 'A cron expression of five fields' }),
	(text) => isEverDue(text),
	() => 'must be a cron expression of five fields that falls due at some time, like 0 8 * * 1-5',
);
const TimeZone = Type.Refine(
	Type.String({ minLength: 1, maxLength: 100, description: 'Its name, UTC where none is given' }),
	(text) => isEverDue('* * * * *', text),
	() => 'must be the name of a time zone, like America/Toronto',
);

/** The fields that PATCH /manage-skills/{id} can change (section 4). */
export const SkillSettings = Type.Object({
	is_enabled: Type.Boolean(),
	config: Type.Record(Type.String(), Type.Unknown(), {
		description:
			'Specific to the skill; replaced as a whole. An event skill runs when the event happens ' +
			'that `event` names here',
	}),
	trigger_type: Type.Enum(['event', 'schedule'], gap),
	schedule: Type.Object(
		{ cron: Type.Optional(CronExpression), timezone: Type.Optional(TimeZone) },
		{
			additionalProperties: Type.Unknown(),
			description:
				'e.g. {"cron": "0 8 * * 1-5", "timezone": "America/Toronto"}; without cron it never falls due',
			...gap,
		},
	),
	/** Each is a team-chat channel, an e-mail address or a phone number. */
	delivery_channels: Type.Array(
		Type.Object({ channel: Channel, channel_name: Type.String({ pattern: '\\S' }) }),
	),
});

/** Section 2, agent skill. */
export const SkillRecord = Type.Object({
	id: Type.String(),
	...SkillSettings.properties,
	schedule: Nullable(SkillSettings.properties.schedule),
});

/** A skill as stored, with the fields that the interface does not show. */
export const Skill = Type.Object({
	...SkillRecord.properties,
	name: Type.String(),
	agent_id: Type.String(),
	skill_definition_id: Type.String({ description: 'No endpoint takes it in place of the id' }),
	outcome: Type.Enum(ExecutionStatus.enum, { description: 'How its real runs end' }),
});
export type Skill = Static<typeof Skill>;

/** The result of the delivery to one channel (section 4, manage-skills execute). */
const SkillDelivery = Type.Object({
	channel: Channel,
	status: OneOf(['sent', 'failed', 'skipped']),
	to: Type.String({ description: 'Channel name, e-mail address or phone number' }),
	error: Type.Optional(Type.String({ description: 'When failed' })),
});
export type SkillDelivery = Static<typeof SkillDelivery>;

const outcome = {
	/** The findings and the actions of a skill. */
	result: Type.Object({
		summary: Type.String(),
		actions_taken: Type.Array(Type.String()),
		preview: Type.Optional(Type.String({ description: 'Dry runs only' })),
		data: Type.Record(Type.String(), Type.Unknown(), { description: 'Specific to the skill' }),
	}),
	deliveries: Type.Array(SkillDelivery),
};

/** The answer of POST /manage-skills/{id}/execute (section 4). */
export const ExecutionAnswer = Type.Object({
	success: Type.Boolean(),
	execution_id: Type.Optional(Type.String({ description: 'Absent on dry runs' })),
	status: ExecutionStatus,
	dry_run: Type.Boolean(),
	...outcome,
});
export type ExecutionAnswer = Static<typeof ExecutionAnswer>;

/** A real run. Dry runs leave no trace. */
export const Execution = Type.Object({
	id: Type.String(),
	agent_skill_id: Type.String(),
	status: ExecutionStatus,
	...outcome,
	created_at: Timestamp,
});
export type Execution = Static<typeof Execution>;
