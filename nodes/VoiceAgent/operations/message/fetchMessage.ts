import type { IDataObject } from 'n8n-workflow';

import type { Ask } from '../../../shared/client/ask';
import { readRecord } from '../../../shared/client/record';
import { post } from '../../../shared/client/serviceRequest';

/**
 * Asks for a message by its ID (get-message, interface section 4).
 * @throws ServiceError if the service does not give it.
 */
export async function fetchMessage(id: string, ask: Ask): Promise<IDataObject> {
	const { body } = await ask(post('get-message', { message_id: id }), (message) =>
		readRecord(message, { wrapper: 'message', recordFields: ['status'] }),
	);
	return body;
}
