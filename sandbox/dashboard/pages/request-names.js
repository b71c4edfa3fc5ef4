/** @import { ReceivedRequest } from '../../src/client/records.ts' */

/** The names of requests, by method, endpoint and, where the endpoint has several actions, the action in the body. */
const NAMES = new Map([
	['POST token', 'Log in'],
	['POST list-agents', 'List agents'],
	['POST get-agent', 'Read an agent'],
	['POST batch-calls create', 'Create a batch call'],
	['POST batch-calls cancel', 'Cancel a batch call'],
	['POST billing-add-credits', 'Buy credits'],
	['POST clone-voice', 'Clone a voice'],
	['POST custom-functions', 'Create a custom function'],
	['PATCH custom-functions', 'Update a custom function'],
	['POST delete-knowledge-source', 'Delete a knowledge source'],
	['POST delete-memory', 'Delete a memory'],
	['POST get-message', 'Read a message'],
	['POST list-messages', 'List messages'],
	['POST list-models', 'List models'],
	['POST list-phone-numbers', 'List phone numbers'],
	['POST search-phone-numbers', 'Search phone numbers'],
	['POST manage-skills', 'Run a skill'],
	['PATCH manage-skills', 'Update a skill'],
	['POST replay-webhook-delivery', 'Replay webhook deliveries'],
	['POST send-chatapp-message', 'Send a chat-app message'],
	['POST update-memory', 'Update a memory'],
]);

/** The verbs of the names, for requests that succeeded. */
const DONE = new Map([
	['Log', 'Logged'],
	['List', 'Listed'],
	['Read', 'Read'],
	['Create', 'Created'],
	['Cancel', 'Canceled'],
	['Buy', 'Bought'],
	['Clone', 'Cloned'],
	['Update', 'Updated'],
	['Delete', 'Deleted'],
	['Search', 'Searched'],
	['Run', 'Ran'],
	['Replay', 'Replayed'],
	['Send', 'Sent'],
]);

/**
 * Says in words what a request has done, or was to do if it was not answered with a success, e.g. "Updated a
 * custom function"; empty if it is unknown.
 * @param {Pick<ReceivedRequest, 'method' | 'path' | 'body' | 'status'>} request
 */
export function wordsFor({ method, path, body, status }) {
	const endpoint = `${method} ${path.split('/')[3] ?? ''}`;
	const action = typeof body === 'object' && body !== null && 'action' in body ? String(body.action) : '';
	const name = NAMES.get(endpoint) ?? NAMES.get(`${endpoint} ${action}`) ?? '';
	const [verb = '', ...rest] = name.split(' ');
	const succeeded = status !== null && status < 300;
	return [succeeded ? (DONE.get(verb) ?? verb) : verb, ...rest].join(' ');
}
