import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { DELIVERY_STATUSES, EXECUTION_STATUSES } from './statuses.ts';

const TRIGGER_TYPES = ['event', 'schedule'] as const;
const CHANNELS = ['team_chat', 'email', 'sms'] as const;

const PlainObject = (description: string, gap?: string) =>
	Type.Record(Type.String(), Type.Unknown(), {
		description,
		...(gap !== undefined && { 'x-not-shown-in-interface': gap }),
	});

/** Where a skill delivers: a channel of the team chat, an e-mail address or a phone number. */
export const DeliveryChannel = Type.Object({
	channel: OneOf(CHANNELS),
	channel_name: Type.String({ pattern: '\\S' }),
});
export type DeliveryChannel = Static<typeof DeliveryChannel>;

const GAP = 'Section 4 leaves the names of trigger type and schedule, and the shape of a schedule, open';

/** What PATCH /manage-skills/{id} can change (section 4). */
export const settings = {
	is_enabled: Type.Boolean(),
	config: PlainObject('Specific to the skill; replaced as a whole'),
	trigger_type: Type.Enum([...TRIGGER_TYPES], { 'x-not-shown-in-interface': GAP }),
	schedule: PlainObject('e.g. {"cron": "0 8 * * 1-5", "timezone": "America/Toronto"}', GAP),
	delivery_channels: Type.Array(DeliveryChannel),
};

/** Section 2, agent skill. */
export const SkillRecord = Type.Object({
	id: Type.String(),
	...settings,
	schedule: Nullable(settings.schedule),
});

/** A skill as it is kept, with what the interface does not show. */
export const Skill = Type.Object({
	...SkillRecord.properties,
	name: Type.String(),
	agent_id: Type.String(),
	skill_definition_id: Type.String({ description: 'No endpoint takes it in place of the id' }),
	outcome: Type.Enum([...EXECUTION_STATUSES], { description: 'How its real runs end' }),
});
export type Skill = Static<typeof Skill>;

/** What came of one channel (section 4, manage-skills execute). */
export const SkillDelivery = Type.Object({
	channel: OneOf(CHANNELS),
	status: OneOf(DELIVERY_STATUSES),
	to: Type.String({ description: 'Channel name, e-mail address or phone number' }),
	error: Type.Optional(Type.String({ description: 'When failed' })),
});
export type SkillDelivery = Static<typeof SkillDelivery>;

/** What a skill has found out and done (section 4, manage-skills execute). */
export const ExecutionResult = Type.Object({
	summary: Type.String(),
	actions_taken: Type.Array(Type.String()),
	preview: Type.Optional(Type.String({ description: 'Dry runs only' })),
	data: Type.Record(Type.String(), Type.Unknown(), { description: 'Specific to the skill' }),
});
export type ExecutionResult = Static<typeof ExecutionResult>;

/** The answer of POST /manage-skills/{id}/execute (section 4). */
export const ExecutionAnswer = Type.Object({
	success: Type.Boolean(),
	execution_id: Type.Optional(Type.String({ description: 'Absent on dry runs' })),
	status: OneOf(EXECUTION_STATUSES),
	dry_run: Type.Boolean(),
	result: ExecutionResult,
	deliveries: Type.Array(SkillDelivery),
});
export type ExecutionAnswer = Static<typeof ExecutionAnswer>;

/** A real run. Dry runs leave no trace. */
export const Execution = Type.Object({
	id: Type.String(),
	agent_skill_id: Type.String(),
	status: OneOf(EXECUTION_STATUSES),
	result: ExecutionResult,
	deliveries: Type.Array(SkillDelivery),
	created_at: Timestamp,
});
export type Execution = Static<typeof Execution>;
