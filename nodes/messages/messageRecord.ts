/** The fields of the service's records of messages, as the operations put them out. */

/** The fields of a listed message that Simplify keeps. */
export const SIMPLIFIED_LISTED_MESSAGE = [
	'id',
	'thread_id',
	'direction',
	'from_number',
	'to_number',
	'body',
	'status',
	'created_at',
	'media',
	'delivery_error',
] as const;

/** The other fields of a listed message. */
export const OTHER_LISTED_MESSAGE_FIELDS = ['is_ai_generated'] as const;

/** The fields of a message from get-message that Simplify keeps. */
export const SIMPLIFIED_MESSAGE = [
	'id',
	'thread_id',
	'direction',
	'from_number',
	'to_number',
	'body',
	'status',
	'sent_at',
	'media',
	'delivery_error',
] as const;

/** The other fields of a message from get-message. */
export const OTHER_MESSAGE_FIELDS = [
	'contact_id',
	'is_ai_generated',
	'created_at',
	'message_sid',
	'delivered_at',
	'sentiment',
	'agent_id',
	'translation',
] as const;
