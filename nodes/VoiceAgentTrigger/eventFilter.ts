import type { IDataObject } from 'n8n-workflow';

import type { AuthenticEvent } from './authentication';
import { readDeliveryKey } from './deliveryKey';

/** Why an event does not start the workflow, for the sender's log of deliveries; undefined when it does. */
export function reasonToIgnore(
	{ kind }: AuthenticEvent,
	selected: string[],
	{ unknownEvents }: IDataObject,
): string | undefined {
	if (kind === undefined) {
		return unknownEvents === 'passOn' ? undefined : 'the event is of a kind that this trigger does not know';
	}
	return selected.includes(kind) ? undefined : `${kind} is not among this trigger's events`;
}

/** The item with which the workflow starts. */
export const toItem = (
	{ kind, payload, rawBody, verified }: AuthenticEvent,
	{ deduplicationField }: IDataObject,
) => ({
	event: kind ?? 'unknown',
	payload: (payload ?? rawBody.toString('utf8')) as IDataObject,
	receivedAt: new Date().toISOString(),
	deliveryKey: readDeliveryKey(rawBody, payload, deduplicationField),
	verified,
});
