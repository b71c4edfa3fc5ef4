import type { ApiKey } from '../auth/api-keys.ts';

/**
 * Section 6, per-number scoping: which keys receive an event.
 *
 * @param webhookKeys every active key that has a webhook URL
 * @param serviceNumber the event's number in E.164; null for events that
 * are bound to none, which go to every key
 */
export function keysFor(webhookKeys: readonly ApiKey[], serviceNumber: string | null): ApiKey[] {
	if (serviceNumber === null) return [...webhookKeys];
	return webhookKeys.filter(({ phone_numbers: numbers }) =>
		numbers.length === 0 ? webhookKeys.length === 1 : numbers.includes(serviceNumber),
	);
}
