import type { FastifyRequest } from 'fastify';
import type { App } from '../plugin.ts';

/**
 * The deepest that lists and objects may stand in one another: what
 * works on them calls itself for each level.
 */
const DEEPEST = 100;

/** How a scope reads its bodies. */
interface JsonBodyOptions {
	/** A request may come without a body, which stands for `{}`, whatever its content type says. */
	readonly optional?: boolean;
	/** Called with the text of a body that is refused. */
	readonly onUnreadable?: (request: FastifyRequest, text: string) => void;
}

/**
 * Reads JSON bodies. Refused with 400: what is no JSON, and what is nested deeper than
 * anybody needs. `__proto__` is a name like any other, since JSON.parse makes an own
 * property of it, and spreading keeps it one.
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
			// Not a ServiceError: each endpoint tells it in its own form.
			const error = new Error(`The body is nested deeper than ${DEEPEST} levels`);
			refuse(Object.assign(error, { statusCode: 400 }));
		} else parse(request, text, (error, value) => (error ? refuse(error) : done(null, value)));
	});
	if (optional) {
		scope.addHook('preValidation', (request, _reply, done) => {
			request.body ??= {};
			done();
		});
	}
}

/** Looks at brackets outside of strings; a shorter text cannot hold that many. */
function isTooDeep(text: string): boolean {
	if (text.length <= DEEPEST) return false;
	let depth = 0;
	let quoted = false;
	for (const [token] of text.matchAll(/\\.|["[\]{}]/gs)) {
		if (token === '"') quoted = !quoted;
		else if (!quoted && token.length === 1) depth += token === '[' || token === '{' ? 1 : -1;
		if (depth > DEEPEST) return true;
	}
	return false;
}
