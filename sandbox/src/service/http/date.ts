import type { App } from '../plugin.ts';

/** Dates every answer (`Date`) by the sandbox's clock, so that it agrees with the times in the records. */
export function dateAnswers(app: App): void {
	app.addHook('onSend', (_request, reply, payload, done) => {
		reply.header('date', new Date(app.clock.now()).toUTCString());
		done(null, payload);
	});
}
