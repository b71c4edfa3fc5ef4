import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../../shared/client/errors';
import { messageForMissing } from '../../../shared/client/messages';
import { readRecord } from '../../../shared/client/record';
import type { Ask } from '../define';

/**
 * Asks for a message by its ID (get-message, interface section 4).
 * @throws ServiceError if the service does not give it.
 */
export async function fetchMessage(id: string, ask: Ask): Promise<IDataObject> {
	const body = await ask('get-message', { message_id: id });
	const response = readRecord(body, { wrapper: 'message', recordFields: ['status'] });
	if (response.ok) return response.body;
	throw new ServiceError(messageForMissing('record', Object.keys(body)));
}
