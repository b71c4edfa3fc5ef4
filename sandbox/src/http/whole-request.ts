import { finished } from 'node:stream/promises';
import type { App } from '../plugin.ts';

/** How long an upload may go on before it is answered all the same, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Has a request answered only when all of it has arrived, also one that is refused unread: a connection that
 * is closed in the middle of an upload takes the answer with it.
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
