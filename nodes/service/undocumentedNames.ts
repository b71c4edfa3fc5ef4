/**
 * Wire names that the service does not document and that we had to choose, after its evident conventions. A user whose
 * account wants another name sets it by Additional Body Fields; docs/maintainers/where-the-interface-is-silent.md tells
 * how.
 */

/** The filters by date of list-messages, which take ISO 8601. */
export const MESSAGE_DATE_FILTERS = { after: 'after_date', before: 'before_date' } as const;

/** The filters of list-phone-numbers, by the ID of the voice agent, that of the text agent and the active status. */
export const PHONE_NUMBER_FILTERS = {
	agent: 'agent_id',
	textAgent: 'text_agent_id',
	active: 'is_active',
} as const;

/** The filter of list-models by provider. */
export const MODEL_PROVIDER_FILTER = 'provider';

/** Fields that may hold the list in the response of list-agents; the first of these that holds a list counts. */
export const AGENT_LIST_FIELDS = ['agents', 'items', 'data', 'results'] as const;

/** The fields of manage-skills for the type of trigger and the schedule. */
export const SKILL_FIELDS = { triggerType: 'trigger_type', schedule: 'schedule' } as const;

/** The fields of replay-webhook-delivery, for one delivery and for a window of time. */
export const REPLAY_FIELDS = {
	delivery: 'delivery_id',
	event: 'event_type',
	from: 'start_time',
	to: 'end_time',
} as const;

/** The field in which `chatapp.received` repeats the metadata of the message that it answers. */
export const METADATA_FIELD = 'metadata';
