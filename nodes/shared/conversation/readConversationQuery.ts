import { post } from '../client/serviceRequest';
import type { ParameterGroup } from '../parameters/parameterGroup';
import type { ConversationQuery } from './conversationReader';

/**
 * Reads which conversation is meant, from the fields of `conversationFields`.
 * @throws InvalidParameterError for values that cannot work.
 */
export function readConversationQuery(parameters: ParameterGroup): ConversationQuery {
	if (parameters.choice('findBy') === 'message') {
		return { request: post('get-message', { message_id: parameters.id('messageId') }) };
	}
	return {
		contact: parameters.listedNumber('contactNumber'),
		our: parameters.has('ourNumber') ? parameters.listedNumber('ourNumber') : undefined,
	};
}
