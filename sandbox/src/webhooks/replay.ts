import { plainError } from '../http/errors.ts';
import { decodeDestination, type Destinations } from './destination.ts';
import type { Delivery, Outbox } from './outbox.ts';

/**
 * Section 6, replay of one delivery: to the receiver's present URL. To be called within a write.
 *
 * @param id of a delivery or of a dead letter
 * @throws {ServiceError} 404 for an unknown id, 409 when the receiver has no webhook URL any more
 */
export function replayDelivery(id: string, outbox: Outbox, destinations: Destinations): Delivery {
	return requireReceiver(outbox.replay(id), destinations);
}

/** {@link replayDelivery} with another body. */
export function resendDelivery(
	id: string,
	body: string,
	outbox: Outbox,
	destinations: Destinations,
): Delivery {
	return requireReceiver(outbox.resend(id, body), destinations);
}

function requireReceiver(delivery: Delivery | undefined, destinations: Destinations): Delivery {
	if (delivery === undefined) throw plainError(404, 'Delivery not found');
	if (destinations.findUrl(decodeDestination(delivery.destination)) === null) {
		throw plainError(409, 'The receiver of this delivery has no webhook URL any more');
	}
	return delivery;
}
