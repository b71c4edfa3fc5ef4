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

/** Fields of `chatapp.received` with the text that a person wrote, in any spelling: "Field references of each event payload: not shown" (section 6). */
export const TEXT_FIELDS = ['body', 'text', 'message', 'content', 'caption'] as const;

/** Fields of the same event whose `title` is the button or list entry that a person tapped, in any spelling. */
export const TAP_FIELDS = ['button reply', 'list reply'] as const;

/** Fields of the same event with a reaction to a message, in any spelling. They hold the ID of that message beside the emoji. */
export const REACTION_FIELDS = ['reaction', 'reactions', 'reaction message', 'message reaction'] as const;

/** Fields of a reaction with its emoji. */
export const REACTION_EMOJI_FIELDS = ['emoji', 'text'] as const;

/**
 * Matches names of fields in the same event that hold another message, which the reply answers or mentions, a translation,
 * or a text about something else, such as the agent or the reason why a delivery failed.
 */
export const OTHER_MESSAGE =
	/\b(context|quote|(in ?)?reply ?to|replied|referenced|referral|original|parent|previous|translation|error|agent|assistant)/;

/** The field in which the same event repeats the metadata of the message that it answers. */
export const METADATA_FIELD = 'metadata';

/** The names under which events may have a field of a call, a message or a chat (section 6 shows none). */
export interface FieldNames {
	/** Names that leave no doubt, in any spelling: `call id` stands for `call_id`, `callId` and `CallId`. */
	anywhere?: readonly string[];
	/** Names that count only in the record itself, since what is around it may have a field of that name, too. */
	inRecord?: readonly string[];
	/** Names that often mean something else, so that a value of another kind tells nothing. */
	ifReadable?: readonly string[];
	/** Objects, or lists of one, that may hold the field, with its names in them. */
	within?: Readonly<Record<string, readonly string[]>>;
}

/** The objects in the body of an event that may hold the record. */
export const ENVELOPE_NAMES = ['data', 'payload', 'event'] as const;

/** The objects that are the record, in the body of an event or in an object that holds it. */
export const RECORD_NAMES = {
	call: ['call'],
	message: ['message', 'sms'],
	chat: ['chat', 'chat session', 'session'],
} as const;

/** The same: the objects that hold a part of a call. */
export const CALL_PART_NAMES = ['analysis', 'call analysis', 'artifact', 'telephony data'] as const;

const NUMBER_NAMES = ['number', 'phone number'] as const;

/** The same: the two ends of a call or a message. */
export const END_NAMES = {
	from: { anywhere: ['from number', 'from'], ifReadable: ['sender'], within: { from: NUMBER_NAMES } },
	to: { anywhere: ['to number', 'to'], ifReadable: ['recipient'], within: { to: NUMBER_NAMES } },
	contact: {
		anywhere: [
			'contact number',
			'contact phone',
			'contact phone number',
			'customer number',
			'customer phone',
			'customer phone number',
			'wa id',
		],
		within: { contact: NUMBER_NAMES, customer: NUMBER_NAMES },
	},
	// In the events of a chat app, the ID of a business number.
	ourNumber: { anywhere: ['our number', 'service number'], ifReadable: ['phone number id'] },
} satisfies Record<string, FieldNames>;

/** The same: the other fields of a call. */
export const CALL_NAMES = {
	id: { inRecord: ['id'], anywhere: ['call id', 'call sid', 'call uuid'] },
	direction: { anywhere: ['direction', 'call direction'], ifReadable: ['call type', 'type'] },
	agentId: { anywhere: ['agent id', 'assistant id'] },
	startedAt: { anywhere: ['started at', 'start time', 'start timestamp', 'call started at'] },
	endedAt: { anywhere: ['ended at', 'end time', 'end timestamp', 'call ended at'] },
	// Without a unit, a duration may be one in minutes.
	seconds: {
		anywhere: [
			'duration seconds',
			'duration secs',
			'duration sec',
			'call duration seconds',
			'call duration secs',
			'duration ms',
			'duration milliseconds',
			'call duration ms',
		],
	},
	outcome: { anywhere: ['outcome', 'call outcome', 'disposition'] },
	summary: { anywhere: ['summary', 'call summary', 'transcript summary'] },
	transcript: { anywhere: ['transcript', 'call transcript'] },
	extracted: { anywhere: ['extracted data', 'extracted', 'custom analysis data', 'structured data'] },
	batchId: { anywhere: ['batch id', 'batch call id', 'campaign id'] },
	recordingUrl: { anywhere: ['recording url', 'call recording url'] },
} satisfies Record<string, FieldNames>;

/** The same: the other fields of a message, whose text is under {@link TEXT_FIELDS}. */
export const MESSAGE_NAMES = {
	// Section 2: `id` is what get-message takes; beside it, another ID is that of the carrier.
	id: { inRecord: ['id'] },
	idElsewhere: { anywhere: ['message id', 'message sid', 'sms id', 'sms sid', 'sms message sid'] },
	direction: { anywhere: ['direction'] },
	media: { anywhere: ['media', 'attachments'] },
	metadata: { anywhere: [METADATA_FIELD] },
	// Section 2: a message was sent at another time than it was stored.
	at: { inRecord: ['created at'] },
	atElsewhere: { inRecord: ['timestamp'], anywhere: ['received at'] },
	threadId: { anywhere: ['thread id'] },
} satisfies Record<string, FieldNames>;

/** The same: the fields of a website chat. */
export const CHAT_NAMES = {
	id: { inRecord: ['id'], anywhere: ['chat id', 'session id', 'chat session id'] },
	startedAt: { anywhere: ['started at', 'opened at', 'start time', 'start timestamp'] },
	endedAt: { anywhere: ['ended at', 'closed at', 'end time', 'end timestamp'] },
	transcript: { anywhere: ['transcript', 'messages'] },
	visitor: { anywhere: ['visitor name'], within: { visitor: ['name'] } },
} satisfies Record<string, FieldNames>;

/** The same: in a line of a transcript, who said it and what was said. */
export const TRANSCRIPT_LINE_NAMES = {
	speaker: ['role', 'from', 'speaker', 'sender'],
	text: ['text', 'message', 'content', 'body'],
} as const;
