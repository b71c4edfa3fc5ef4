import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { callControl } from './control.ts';
import { Calls } from './calls.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The calls that have ended. */
		calls: Calls;
	}
}

/** Section 6, `call.completed`: calls that have ended. */
export default definePart({
	name: 'calls',
	dependencies: ['numbers', 'webhooks'],
	migrations: [recordTable('calls')],
	provide: (app) => ({ calls: new Calls(app) }),
	setUp: ({ history }) => history.bound('calls'),
	control: callControl,
});
