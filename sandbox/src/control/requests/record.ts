import type { FastifyRequest } from 'fastify';
import { REDACTED, redactQuery, redactUrl } from '../../service/http/urls.ts';
import { PREFIXES, type App } from '../../service/plugin.ts';
import type { ReceivedRequest } from './requests.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The record of this request; null outside the service's own endpoints. */
		received: ReceivedRequest | null;
	}
}

const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization', 'x-api-key']);
const SECRET_FIELDS = new Set(['password', 'refresh_token', 'access_token']);

/** Records every request of a scope, and its answer. */
export function recordRequests(scope: App): void {
	const { requests } = scope;
	scope.addHook('onRequest', (request, reply, done) => {
		const [path = '', query = ''] = request.url.split('?', 2);
		const headers = withoutSecrets(request.headers, SECRET_HEADERS);
		const received = requests.begin({ method: request.method, path, query: redactQuery(query), headers });
		request.received = received;
		// Not in the onResponse hook, since that is not called when a fault cuts the connection.
		reply.raw.once('close', () =>
			requests.end(received, reply.raw.writableFinished ? reply.statusCode : null),
		);
		done();
	});
	scope.addHook('preValidation', (request, _reply, done) => {
		const { body, received } = request;
		if (received !== null && body !== undefined) requests.recordBody(received, 'body', toText(body));
		done();
	});
	scope.addHook('onSend', (request, _reply, payload, done) => {
		const { received } = request;
		if (received !== null) {
			received.principal = request.principal?.id ?? null;
			const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
			if (typeof text === 'string' && text !== '')
				requests.recordBody(received, 'response_body', withoutSecretText(text));
		}
		done(null, payload);
	});
}

/** Records a refused body as unparsed text, except that of a log-in, which could hold a password. */
export function recordUnreadableBody({ server, received, url }: FastifyRequest, text: string): void {
	if (received === null) return;
	const isLogIn = url.startsWith(PREFIXES.authentication);
	server.requests.recordBody(received, 'body', JSON.stringify(isLogIn ? REDACTED : text));
}

function toText(body: unknown): string {
	const plain = typeof body === 'object' && body !== null && !Array.isArray(body);
	return JSON.stringify(plain ? withoutSecrets(body, SECRET_FIELDS) : body, maskFunctionSecrets);
}

/**
 * Hides secrets in an answer: the token endpoint's answers hold tokens, and custom functions, also in the
 * record of their agent, hold headers and a URL.
 */
function withoutSecretText(text: string): string {
	if (!text.includes('"refresh_token"') && !text.includes('"headers"')) return text;
	try {
		return toText(JSON.parse(text) as unknown);
	} catch {
		// A fault may have answered something other than JSON.
		return text;
	}
}

/**
 * Replaces the parts of a custom function that may be secrets (section 2): the values of its headers, `[{
 * name, value }]`, and parts of its URL.
 */
function maskFunctionSecrets(field: string, value: unknown): unknown {
	if (field === 'endpoint_url' && typeof value === 'string') return redactUrl(value);
	if (field !== 'headers' || !Array.isArray(value)) return value;
	return value.map((header: unknown) =>
		typeof header === 'object' && header !== null && 'value' in header
			? { ...header, value: REDACTED }
			: header,
	);
}

function withoutSecrets(values: object, secrets: ReadonlySet<string>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, secrets.has(name.toLowerCase()) ? REDACTED : value]),
	);
}
