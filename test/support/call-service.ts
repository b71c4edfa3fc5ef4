import type { SandboxAccount } from '../../sandbox/src/index.ts';

/** An answer of the service. */
export interface Answer<Body> {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Body;
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Calls a function endpoint with the sandbox's key, or with the headers given instead. */
export async function callFunction<Body = { error: unknown; detail?: string }>(
	sandbox: Pick<SandboxAccount, 'url' | 'apiKey'>,
	name: string,
	body: unknown = {},
	headers: Record<string, string> = { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
	method: 'POST' | 'PATCH' = 'POST',
): Promise<Answer<Body>> {
	const response = await fetch(`${sandbox.url}/functions/v1/${name}`, {
		method,
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
}
