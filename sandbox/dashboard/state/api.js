/** @import { ControlAnswer, ControlCall } from '../../src/client/interface.ts' */

/** The control API of the sandbox that serves this page. */
const ROOT = '/sandbox/v1';

/**
 * The error for an answer that is not a success, or for none at all (`status` 0). Its message is that of the
 * sandbox.
 */
export class CallError extends Error {
	/**
	 * @param {number} status
	 * @param {string} message
	 */
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

/**
 * Makes a control call.
 * @template {'GET' | 'POST' | 'PATCH' | 'DELETE'} Method
 * @template {ControlCall<Lowercase<Method>>} Path
 * @param {Method} method
 * @param {Path} path under `/sandbox/v1`
 * @param {object} [body]
 * @returns {Promise<ControlAnswer<Path, Lowercase<Method>>>} the JSON answer
 * @throws {CallError}
 */
export async function call(method, path, body) {
	const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const response = await fetch(ROOT + path, { method, cache: 'no-store', ...json }).catch(() => {
		throw new CallError(0, 'The sandbox does not answer. Is it still running?');
	});
	const answer = await response.json().catch(() => ({}));
	if (response.ok) return answer;
	const { error } = answer;
	const text = typeof error === 'string' ? error : error?.message;
	throw new CallError(response.status, text ?? `The sandbox answered ${response.status}.`);
}

/**
 * Changes the present record, or adds one if `present` is undefined.
 * @template {'/api-keys' | '/chatapp-accounts'} Path
 * @param {Path} path
 * @param {{ id: string } | undefined} present
 * @param {object} values
 */
export const save = (path, present, values) =>
	present ? call('PATCH', `${path}/${present.id}`, values) : call('POST', path, values);
