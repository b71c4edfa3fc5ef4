import type { BinaryHelperFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { deadlineAfter } from './timing';
import { isRedirect, isSuccess, type Failure } from './failure';
import type { ClientContext } from './client';
import { readNetworkFailure } from './exchange';

/** A file as n8n stores one. */
export type FileSource = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/** The most redirects that are followed from a link. */
const MAX_REDIRECTS = 3;

/**
 * Returns a file's link if it may be followed: https, unless the 'Base URL' is plain http,
 * and without user info. Returns undefined for anything else.
 */
export function toSafeLink(url: unknown, baseUrl: string, relativeTo?: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url, relativeTo)) return undefined;
	const link = new URL(url, relativeTo);
	const allowed = baseUrl.startsWith('http:') ? ['http:', 'https:'] : ['https:'];
	return allowed.includes(link.protocol) && !link.username && !link.password ? link.href : undefined;
}

/**
 * Downloads a file of a message and hands it on while it arrives. The links carry their own signature and
 * lead to another host, so no key is sent. Never throws.
 * @param link As {@link toSafeLink} returns it.
 * @param baseUrl The address of the service.
 * @param use Consumes the file.
 */
export async function download<T>(
	context: ClientContext,
	baseUrl: string,
	link: string,
	{ timeoutMs, cancelSignal }: { timeoutMs: number; cancelSignal: AbortSignal | undefined },
	use: (file: FileSource) => Promise<T>,
): Promise<{ ok: true; result: T } | { ok: false; failure: Failure | { kind: 'notStored' } }> {
	const deadline = deadlineAfter(timeoutMs, cancelSignal);
	let isArriving = true;
	try {
		for (let url = link, redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
			// n8n keeps the connection of a stream that is destroyed; only this frees it.
			const abandoned = new AbortController();
			const options: IHttpRequestOptions = {
				method: 'GET',
				url,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: timeoutMs + 1000,
				abortSignal: AbortSignal.any([deadline.signal, abandoned.signal]),
			};
			const response = (await context.helpers.httpRequest(options)) as {
				statusCode: number;
				headers: Record<string, unknown>;
				body: FileSource;
			};
			const { statusCode: status, headers, body } = response;
			if (isSuccess(status)) {
				onEnd(body, () => (isArriving = false));
				return { ok: true, result: await use(body) };
			}
			abandoned.abort();
			const next = isRedirect(status) ? toSafeLink(headers.location, baseUrl, url) : undefined;
			if (next === undefined) return { ok: false, failure: { kind: 'errorResponse', status, message: '' } };
			url = next;
		}
		return { ok: false, failure: { kind: 'redirect', location: '' } };
	} catch (error) {
		// Once the whole file has arrived, the connection is not to blame.
		return isArriving
			? { ok: false, failure: readNetworkFailure(error, deadline) }
			: { ok: false, failure: { kind: 'notStored' } };
	}
}

/** Calls back when the last byte has arrived. */
function onEnd(body: FileSource, callback: () => void): void {
	if (typeof body === 'object' && 'once' in body) body.once('end', callback);
}
