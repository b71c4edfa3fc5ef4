import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import { Timestamp } from '../http/values.ts';
import { definePart, type Routes } from '../plugin.ts';
import { Clock, isoTime } from './clock.ts';

const ClockRecord = Type.Object({
	now: Timestamp,
	offset_seconds: Type.Number({ description: "How far it is ahead of the machine's clock" }),
});
const ClockRequest = Type.Object({
	advance_seconds: Type.Optional(Type.Number()),
	now: Type.Optional(Type.String({ description: 'ISO 8601' })),
});

const control: Routes = (app) => {
	const { clock } = app;
	app.get('/clock', { schema: { response: { 200: ClockRecord } } }, () => toRecord(clock));

	app.post(
		'/clock',
		{ schema: { body: ClockRequest, response: { 200: ClockRecord, 400: PlainError } } },
		async (request) => {
			const { advance_seconds: seconds, now } = request.body;
			if ((seconds === undefined) === (now === undefined)) {
				throw plainError(400, 'Give either advance_seconds or now');
			}
			try {
				if (now === undefined) clock.advance((seconds ?? 0) * 1000);
				else clock.set(parseTime('now', now));
			} catch (error) {
				if (error instanceof RangeError) throw plainError(400, error.message);
				throw error;
			}
			await clock.catchUp();
			return toRecord(clock);
		},
	);
};

function toRecord(clock: Clock) {
	return { now: isoTime(clock.now()), offset_seconds: clock.offsetMs / 1000 };
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The sandbox's time. */
		clock: Clock;
	}
}

/** The sandbox's time. */
export default definePart({
	name: 'clock',
	dependencies: ['database', 'seed'],
	setUp: (app) => {
		app.decorate('clock', new Clock(app.settings));
	},
	seed: ({ clock }) => clock.reset(),
	control,
	stop: ({ clock }) => clock.stop(),
});
