import { finished } from 'node:stream/promises';
import type { App } from '../plugin.ts';

/** The time after which an unfinished upload is answered all the same, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Delays the answer to a request until all of it has arrived, even if it is refused unread, since the answer
 * is lost when the connection is closed in the middle of an upload.
 */
export function answerWholeRequests(app: App): void {
	app.addHook('onSend', (request, _reply, payload, done) => {
		const { raw } = request;
		const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers;
		if (!hasBody || raw.complete) {
			done(null, payload);
			return;
		}
		raw.unpipe();
		raw.resume();
		finished(raw, { signal: AbortSignal.timeout(PATIENCE) })
			.catch(() => undefined)
			.finally(() => done(null, payload));
	});
}
