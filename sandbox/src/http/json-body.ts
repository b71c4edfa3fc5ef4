import type { App } from '../plugin.ts';

/** The deepest that lists and objects may stand in one another: what works on them calls itself for each level. */
const DEEPEST = 100;

/**
 * Reads JSON bodies. Refused with 400: what is no JSON, what would change the prototype of objects, what is nested deeper than
 * anybody needs. With `optional`, a request may come without a body, which stands for `{}`, whatever its content type says.
 */
export function readJsonBodies(scope: App, { optional = false } = {}): void {
	const parse = scope.getDefaultJsonParser('error', 'error');
	scope.removeContentTypeParser('application/json');
	scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		const text = String(body);
		if (text === '' && optional) done(null, {});
		else if (!isTooDeep(text)) parse(request, text, done);
		else {
			// Not a ServiceError: each endpoint tells it in its own form.
			const error = new Error(`The body is nested deeper than ${DEEPEST} levels`);
			done(Object.assign(error, { statusCode: 400 }));
		}
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
