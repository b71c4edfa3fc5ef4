/**
 * Makes a call of the control API.
 *
 * @param path relative to `/sandbox/v1`, e.g. `/clock`
 * @returns the JSON answer
 * @throws if the answer is not a success
 */
export type Control = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;

/**
 * @param url the address of the sandbox, without a slash at the end
 * @param token the control token, if the sandbox requires one from this machine, too
 */
export const createControl =
	(url: string, token?: string | null): Control =>
	async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
		const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
		if (token) headers.set('authorization', `Bearer ${token}`);
		const json = body === undefined ? null : JSON.stringify(body);
		const response = await fetch(`${url}/sandbox/v1${path}`, { method, headers, body: json });
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
		return JSON.parse(text) as Answer;
	};
