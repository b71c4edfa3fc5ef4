import type { App } from '../plugin.ts';
import type { ReceivedRequest } from './requests.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Where this request is noted; null outside the service's own endpoints. */
		received: ReceivedRequest | null;
	}
}

const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization']);
const SECRET_FIELDS = new Set(['password', 'refresh_token', 'access_token']);
const REDACTED = '[redacted]';

/** Notes every request of a scope, and its answer. */
export function recordRequests(scope: App): void {
	const { requests } = scope;
	scope.addHook('onRequest', (request, reply, done) => {
		const [path = '', query = ''] = request.url.split('?', 2);
		const headers = withoutSecrets(request.headers, SECRET_HEADERS);
		const received = requests.begin({ method: request.method, path, query, headers });
		request.received = received;
		// Not the onResponse hook: it is not called when a fault cuts the connection.
		reply.raw.once('close', () =>
			requests.end(received, reply.raw.writableFinished ? reply.statusCode : null),
		);
		done();
	});
	scope.addHook('preValidation', (request, _reply, done) => {
		const { body, received } = request;
		if (received !== null && body !== undefined) requests.note(received, 'body', toText(body));
		done();
	});
	scope.addHook('onSend', (request, _reply, payload, done) => {
		const { received } = request;
		if (received !== null) {
			received.principal = request.principal?.id ?? null;
			const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
			if (typeof text === 'string' && text !== '')
				requests.note(received, 'response_body', withoutSecretText(text));
		}
		done(null, payload);
	});
}

function toText(body: unknown): string {
	const plain = typeof body === 'object' && body !== null && !Array.isArray(body);
	return JSON.stringify(plain ? withoutSecrets(body, SECRET_FIELDS) : body);
}

/** Only an answer of the token endpoint holds any. */
function withoutSecretText(text: string): string {
	if (!text.includes('"refresh_token"')) return text;
	return toText(JSON.parse(text) as unknown);
}

function withoutSecrets(values: object, secrets: ReadonlySet<string>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, secrets.has(name.toLowerCase()) ? REDACTED : value]),
	);
}
