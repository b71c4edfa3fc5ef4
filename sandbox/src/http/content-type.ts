import type { App } from '../plugin.ts';
import { plainError } from './errors.ts';

/** Section 4: refuses the requests of a scope that name no content type, with 415. */
export function requireContentType(scope: App): void {
	scope.addHook('onRequest', (request, _reply, done) => {
		const isNamed = request.headers['content-type'] !== undefined;
		done(isNamed ? undefined : plainError(415, 'Content-Type must be application/json'));
	});
}
