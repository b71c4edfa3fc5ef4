/** The limits of the service that are checked before a request is sent (see docs/maintainers/the-service.md, section 8). */

/** The most rows that one page of list-messages or list-phone-numbers holds. */
export const PAGE_SIZE = 100;

/** The most numbers that one search returns. */
export const MAX_SEARCH_RESULTS = 75;

/** The most files of one voice clone. */
export const MAX_VOICE_FILES = 25;

/** The longest timeout of a custom function, in milliseconds. */
export const MAX_FUNCTION_TIMEOUT = 300_000;

/** The most retries of a custom function. */
export const MAX_FUNCTION_RETRIES = 5;

/** The price of one dial of a batch call, in USD, without the minutes. */
export const DIAL_COST = 0.005;

/** The bounds of a credit purchase with an amount of its own, in USD. */
export const CREDIT_AMOUNT = { min: 10, max: 1000 } as const;

/** The hours after the last message of a recipient in which a free-form chat-app message may be sent. */
export const CHAT_APP_WINDOW_HOURS = 24;

/** {@link CHAT_APP_WINDOW_HOURS} in milliseconds. */
export const CHAT_APP_WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;
