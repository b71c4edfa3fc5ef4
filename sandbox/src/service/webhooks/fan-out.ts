import type { ApiKey } from '../auth/api-keys.ts';

/**
 * Returns the keys that receive an event (section 6, per-number scoping).
 *
 * @param webhookKeys every active key that has a webhook URL
 * @param serviceNumber the event's number in E.164; null for events without a number, which go to every key
 */
export function keysFor(webhookKeys: readonly ApiKey[], serviceNumber: string | null): ApiKey[] {
	if (serviceNumber === null) return [...webhookKeys];
	return webhookKeys.filter(({ phone_numbers: numbers }) =>
		numbers.length === 0 ? webhookKeys.length === 1 : numbers.includes(serviceNumber),
	);
}
