import type { ControlAnswer, ControlBody, ControlCall, Method } from './interface.ts';

/** The arguments after method and path: none for a call that takes no body. */
type BodyArguments<Body> = [Body] extends [never] ? [] : object extends Body ? [body?: Body] : [body: Body];

/**
 * Makes a call of the control API.
 *
 * @param path relative to `/sandbox/v1`, e.g. `/clock`, `/calls/call_1` or `/messages?limit=5`
 * @returns the JSON answer
 * @throws if the answer is not a success
 */
export type Control = <Verb extends Uppercase<Method>, Path extends ControlCall<Lowercase<Verb>>>(
	method: Verb,
	path: Path,
	...body: BodyArguments<ControlBody<Path, Lowercase<Verb>>>
) => Promise<ControlAnswer<Path, Lowercase<Verb>>>;

/**
 * @param url the address of the sandbox, without a slash at the end
 * @param token the control token, if the sandbox requires one from this machine, too
 */
export function createControl(url: string, token?: string | null): Control {
	const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
		if (token) headers.set('authorization', `Bearer ${token}`);
		const json = body === undefined ? null : JSON.stringify(body);
		const response = await fetch(`${url}/sandbox/v1${path}`, { method, headers, body: json });
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
		return JSON.parse(text) as unknown;
	};
	// The types come from the OpenAPI document, which the sandbox itself makes of what it answers.
	return control as Control;
}
