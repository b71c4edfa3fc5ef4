/**
 * The query parameter of a Test URL that says where the function led before, so that nothing is lost if n8n
 * is killed while it listens.
 */
const RETURN_PARAMETER = 'returns_to';

/**
 * Makes the address of a function while n8n listens for a test.
 * @param returnUrl Where the function led before; empty if it was not active.
 */
export function toTestUrl(testUrl: string, returnUrl: string): string {
	const url = new URL(testUrl);
	url.searchParams.set(RETURN_PARAMETER, returnUrl);
	return url.href;
}

/**
 * Returns the URL of a function before n8n began to listen: undefined if it does not lead to a Test URL,
 * empty if it was not active.
 */
export function readReturnUrl(endpointUrl: unknown): string | undefined {
	if (typeof endpointUrl !== 'string' || !URL.canParse(endpointUrl)) return undefined;
	return new URL(endpointUrl).searchParams.get(RETURN_PARAMETER) ?? undefined;
}

/** The query of a call without what this trigger has put there. */
export const withoutReturnUrl = <Query extends object>(query: Query): Query =>
	Object.fromEntries(Object.entries(query).filter(([name]) => name !== RETURN_PARAMETER)) as Query;
