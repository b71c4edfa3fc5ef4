import { Type } from 'typebox';
import databasePart from '../database/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import { Timestamp } from '../http/values.ts';
import { definePart } from '../plugin.ts';
import seedPart from '../seed/index.ts';
import { Clock } from './clock.ts';

declare module 'fastify' {
	interface FastifyInstance {
		clock: Clock;
	}
}

const ClockRecord = Type.Object({
	now: Timestamp,
	offset_seconds: Type.Number({ description: "How far it is ahead of the machine's clock" }),
});

const toRecord = (clock: Clock) => ({ now: clock.stamp(), offset_seconds: clock.offsetMs / 1000 });

const showClock = endpoint('GET /clock', {
	operationId: 'showClock',
	summary: "Show the sandbox's time",
	answer: ClockRecord,
	handle: (_request, { clock }) => toRecord(clock),
});

const changeClock = endpoint('POST /clock', {
	operationId: 'changeClock',
	command: 'clock advance <advance_seconds>, clock set <now>',
	summary: 'Set the time, or move it on (90, 15m, 24h, 2d); what falls due by then happens, each at its time',
	body: Type.Object({
		advance_seconds: Type.Optional(Type.Number()),
		now: Type.Optional(Type.String({ description: 'ISO 8601' })),
	}),
	answer: ClockRecord,
	handle: async ({ body: { advance_seconds: seconds, now } }, { clock }) => {
		if ((seconds === undefined) === (now === undefined)) {
			throw plainError(400, 'Give either advance_seconds or now');
		}
		if (now === undefined) await clock.advance((seconds ?? 0) * 1000);
		else await clock.set(parseTime('now', now));
		return toRecord(clock);
	},
});

/** The sandbox's clock. */
export default definePart({
	dependencies: [databasePart, seedPart],
	provide: ({ log, settings }) => ({ clock: new Clock(settings, log) }),
	reset: ({ clock }) => clock.reset(),
	control: [showClock, changeClock],
	start: ({ clock }) => clock.start(),
	stop: ({ clock }) => clock.stop(),
});
