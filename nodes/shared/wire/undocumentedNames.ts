/**
 * Wire names that the interface leaves open ("not shown") and that we had to choose, after its evident
 * conventions. A user whose account wants another name sets it by Additional Body Fields;
 * docs/maintainers/where-the-interface-is-silent.md tells how.
 */

/** list-messages: "an after-date filter and a before-date filter (ISO 8601)" (section 4). */
export const MESSAGE_DATE_FILTERS = { after: 'after_date', before: 'before_date' } as const;

/** list-phone-numbers: filters "by voice agent id", "by text agent id" and "by active status" (section 4). */
export const PHONE_NUMBER_FILTERS = {
	agent: 'agent_id',
	textAgent: 'text_agent_id',
	active: 'is_active',
} as const;

/** list-models: "optional provider filter" (section 4). */
export const MODEL_PROVIDER_FILTER = 'provider';

/** list-agents: "Response shape: not shown" (section 4); the first of these that holds a list counts. */
export const AGENT_LIST_FIELDS = ['agents', 'items', 'data', 'results'] as const;

/** manage-skills: "the request field names for trigger type and schedule" (section 4). */
export const SKILL_FIELDS = { triggerType: 'trigger_type', schedule: 'schedule' } as const;

/** replay-webhook-delivery: "the JSON field names of both modes" (section 4). */
export const REPLAY_FIELDS = {
	delivery: 'delivery_id',
	event: 'event_type',
	from: 'start_time',
	to: 'end_time',
} as const;

/** Fields of `chatapp.received` with the text that a person wrote: "Field references of each event payload: not shown" (section 6). */
export const TEXT_FIELDS = ['body', 'text', 'message', 'content', 'caption'] as const;

/** Fields of the same event whose `title` is the button or list entry that a person tapped, in any spelling. */
export const TAP_FIELDS = ['button reply', 'list reply'] as const;

/** Fields of the same event with a reaction to a message, in any spelling. They hold the ID of that message beside the emoji. */
export const REACTION_FIELDS = ['reaction', 'reactions', 'reaction message', 'message reaction'] as const;

/** Fields of a reaction with its emoji. */
export const REACTION_EMOJI_FIELDS = ['emoji', 'text'] as const;

/** Matches names of fields in the same event that hold another message, which the reply answers or mentions, or a translation. */
export const OTHER_MESSAGE =
	/\b(context|quote|(in ?)?reply ?to|replied|referenced|referral|original|parent|previous|translation)/;

/** The field in which the same event repeats the metadata of the message that it answers. */
export const METADATA_FIELD = 'metadata';
