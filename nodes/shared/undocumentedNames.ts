/**
 * Wire names that the interface leaves open ("not shown") and that we had to choose, after its evident
 * conventions. A user whose account wants another name sets it by Additional Body Fields;
 * docs/where-the-interface-is-silent.md tells how.
 */

/** list-messages: "an after-date filter and a before-date filter (ISO 8601)" (section 4). */
export const MESSAGE_DATE_FILTERS = { after: 'after_date', before: 'before_date' } as const;
