/** The limits of interface section 8 that are checked before a request is sent. */

/** Most rows one page of list-messages or list-phone-numbers holds. */
export const PAGE_SIZE = 100;

/** Most numbers that one search gives. */
export const MAX_SEARCH_RESULTS = 75;

/** Files of one voice clone. */
export const MAX_VOICE_FILES = 25;

/** Of a custom function, in milliseconds. */
export const MAX_FUNCTION_TIMEOUT = 300_000;

/** Of a custom function. */
export const MAX_FUNCTION_RETRIES = 5;

/** The price of one dial of a batch call, in USD, without the minutes. */
export const DIAL_COST = 0.005;

/** Bounds of a credit purchase that is no preset, in USD. */
export const CREDIT_AMOUNT = { least: 10, most: 1000 } as const;

/** The hours after the last message of a recipient in which a free-form chat-app message may be sent. */
export const CHAT_APP_WINDOW_HOURS = 24;

/** The same in milliseconds. */
export const CHAT_APP_WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;
