import { plainError } from '../http/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { isFinal } from './batch.ts';
import type { Batches } from './store.ts';

/**
 * Section 3: cancels a campaign that is not over. Whoever has not been dialled is skipped; calls that are going on end by
 * themselves. To be called within a write.
 *
 * @throws {ServiceError} 404 for an unknown id, 409 when the campaign is over
 */
export function cancelBatch(id: string, { batches, clock }: { batches: Batches; clock: Clock }): void {
	const batch = batches.find(id);
	if (batch === undefined) throw plainError(404, 'Batch not found');
	if (isFinal(batch.status)) throw plainError(409, `A ${batch.status} batch cannot be cancelled`);
	batches.skipPending(batch);
	batches.setStatus(batch, 'cancelled', clock.now());
}
