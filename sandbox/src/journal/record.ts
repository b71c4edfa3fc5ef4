import type { App } from '../room.ts';
import type { Journal, JournalEntry } from './journal.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Where this request is noted. What is not JSON (an upload) may set `body` to a summary of itself. */
		journalEntry: JournalEntry | null;
	}
}

const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization']);
const SECRET_FIELDS = new Set(['password', 'refresh_token']);
const REDACTED = '[redacted]';
/** A longer body is kept as its size alone. */
const LONGEST_BODY = 65_536;

/** Notes every request of a scope in the journal. */
export function recordRequests(app: App, journal: Journal): void {
	app.addHook('onRequest', (request, reply, done) => {
		const [path = ''] = request.url.split('?', 1);
		const entry = journal.begin(request.method, path, withoutSecrets(request.headers, SECRET_HEADERS));
		request.journalEntry = entry;
		// Not the onResponse hook: it is not called when a fault cuts the connection.
		reply.raw.once('close', () => journal.end(entry, reply.raw.writableFinished ? reply.statusCode : null));
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		if (request.journalEntry !== null) request.journalEntry.body = summarize(request.body, request.headers);
		done();
	});
}

function summarize(body: unknown, headers: { 'content-length'?: string | undefined }): unknown {
	if (body === undefined) return null;
	const bytes = Number(headers['content-length'] ?? 0);
	if (bytes > LONGEST_BODY) return { bytes };
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return withoutSecrets(body, SECRET_FIELDS);
}

function withoutSecrets(values: object, secrets: ReadonlySet<string>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, secrets.has(name.toLowerCase()) ? REDACTED : value]),
	);
}
