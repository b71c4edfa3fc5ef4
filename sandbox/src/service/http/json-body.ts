import type { FastifyRequest } from 'fastify';
import type { App } from '../plugin.ts';

/** The deepest nesting of lists and objects, since the code that processes them is recursive. */
const MAX_DEPTH = 100;

/** The options for reading the bodies of a scope. */
interface JsonBodyOptions {
	/** Lets requests without a body stand for `{}`, whatever their content type. */
	readonly optional?: boolean;
	/** Called with the text of a body that is refused. */
	readonly onUnreadable?: (request: FastifyRequest, text: string) => void;
}

/**
 * Reads JSON bodies. Refuses invalid JSON and too deeply nested bodies with 400. `__proto__` is a name like
 * any other, since JSON.parse makes it an own property and spreading keeps it one.
 */
export function readJsonBodies(scope: App, { optional = false, onUnreadable }: JsonBodyOptions = {}): void {
	const parse = scope.getDefaultJsonParser('ignore', 'ignore');
	scope.removeContentTypeParser('application/json');
	scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		const text = String(body);
		const refuse = (error: Error) => {
			onUnreadable?.(request, text);
			done(error);
		};
		if (text === '' && optional) done(null, {});
		else if (isTooDeep(text)) {
			// Not a ServiceError, so that each endpoint answers it in its own form.
			const error = new Error(`The body is nested deeper than ${MAX_DEPTH} levels`);
			refuse(Object.assign(error, { statusCode: 400 }));
		} else void parse(request, text, (error, value) => (error ? refuse(error) : done(null, value)));
	});
	if (optional) {
		scope.addHook('preValidation', (request, _reply, done) => {
			request.body ??= {};
			done();
		});
	}
}

/** Counts the brackets outside strings; a short text cannot hold too many. */
function isTooDeep(text: string): boolean {
	if (text.length <= MAX_DEPTH) return false;
	let depth = 0;
	let quoted = false;
	for (const [token] of text.matchAll(/\\.|["[\]{}]/gs)) {
		if (token === '"') quoted = !quoted;
		else if (!quoted && token.length === 1) depth += token === '[' || token === '{' ? 1 : -1;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}
