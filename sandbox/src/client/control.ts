import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { ControlAnswer, ControlBody, ControlCall, Method } from './interface.ts';

/** A refusal of the control API. */
export class ControlError extends Error {
	readonly status: number;
	/** As it was sent. */
	readonly body: string;

	constructor(call: string, status: number, body: string) {
		super(`${call} was answered ${status}: ${body}`);
		this.name = 'ControlError';
		this.status = status;
		this.body = body;
	}

	/** The reason, in the words of the sandbox. */
	get reason(): string {
		try {
			return (JSON.parse(this.body) as { error: string }).error;
		} catch {
			return this.body;
		}
	}
}

/** The arguments after method and path: none for a call that takes no body. */
type BodyArguments<Body> = [Body] extends [never] ? [] : object extends Body ? [body?: Body] : [body: Body];

/**
 * Makes a call of the control API.
 *
 * @param path relative to `/sandbox/v1`, e.g. `/clock`, `/calls/call_1` or `/messages?limit=5`
 * @returns the JSON answer
 * @throws {ControlError} if the answer is not a success
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
		const headers = {
			...(body !== undefined && { 'content-type': 'application/json' }),
			...(token && { authorization: `Bearer ${token}` }),
		};
		const { status, text } = await send(`${url}/sandbox/v1${path}`, method, headers, body);
		if (status >= 300) throw new ControlError(`${method} ${path}`, status, text);
		return JSON.parse(text) as unknown;
	};
	// The types come from the OpenAPI document, which the sandbox makes of the same schemas as its answers.
	return control as Control;
}

/** Sends a request without `fetch`, which stands still under the fake timers of a test. */
async function send(url: string, method: string, headers: Readonly<Record<string, string>>, body: unknown) {
	return await new Promise<{ status: number; text: string }>((resolve, reject) => {
		const call = request(url, { method, headers }, (response) => {
			const { statusCode: status = 0 } = response;
			readText(response).then((text) => resolve({ status, text }), reject);
		});
		call.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
	});
}
