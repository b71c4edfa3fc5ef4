/** What came of an event that a command made happen. */
export interface Published {
	event_id: string | null;
	deliveries: Array<{ id: string }>;
}

/** {@link Published} as text. */
export function describePublished({ event_id: eventId, deliveries }: Published): string {
	if (deliveries.length === 0) {
		return `Event ${eventId}\nNobody receives it: no API key has a webhook URL, or none is scoped to this number.`;
	}
	return [`Event ${eventId}`, ...deliveries.map(({ id }) => `Delivery ${id}`)].join('\n');
}
