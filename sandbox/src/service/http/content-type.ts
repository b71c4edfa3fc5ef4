import type { App } from '../plugin.ts';
import { plainError } from './errors.ts';

/** Refuses requests without a content type with 415 (section 4). */
export function requireContentType(scope: App): void {
	scope.addHook('onRequest', (request, _reply, done) => {
		const isNamed = request.headers['content-type'] !== undefined;
		done(isNamed ? undefined : plainError(415, 'Content-Type must be application/json'));
	});
}
