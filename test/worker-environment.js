import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';

const ERRORS = Object.getOwnPropertyNames(globalThis).filter((name) => /Error$/.test(name));
const CLOCK = [
	'Date',
	'performance',
	...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
];

const sharedServers = {};

const { now } = Date;
const { setTimeout } = globalThis;
const { timeout } = AbortSignal;

/** @param timeZone As in `TZ`; undefined for that of the machine. Node then reads all local times in it. */
function setTimeZone(timeZone) {
	if (timeZone === undefined) delete process.env.TZ;
	else process.env.TZ = timeZone;
}

/**
 * jest's own, with the errors and the clock of the packages that `load-packages-once.js` keeps, so that `instanceof` and
 * mocked time hold for both; with a time zone that a test may set; and with the servers that the test files of a
 * worker share, see `test/support/worker-sandbox.ts`.
 */
export default class extends TestEnvironment {
	constructor(config, context) {
		// For the processes that a worker starts. A worker itself would write its own packages there when it ends, for
		// longer than jest waits.
		if (process.env.SANDBOX_COMPILE_CACHE)
			process.env.NODE_COMPILE_CACHE ??= process.env.SANDBOX_COMPILE_CACHE;
		super(config, context);
		// A function, since jest empties the objects of an environment when a file has ended.
		this.global.sharedServers = () => sharedServers;
		this.timeZone = process.env.TZ;
		this.global.setTimeZone = setTimeZone;
		for (const name of ERRORS) {
			// Errors that V8 throws in a test are of the test's own class.
			Object.setPrototypeOf(this.global[name].prototype, globalThis[name].prototype);
			this.global[name] = globalThis[name];
		}
		for (const name of CLOCK) {
			Object.defineProperty(this.global, name, {
				configurable: true,
				get: () => globalThis[name],
				set: (value) => {
					globalThis[name] = value;
				},
			});
		}
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}

	/** Leaves no mock of the clock and no time zone to the next file. */
	async teardown() {
		setTimeZone(this.timeZone);
		this.moduleMocker.restoreAllMocks();
		// A mock of a time that was mocked already has put that one back.
		Date.now = now;
		globalThis.setTimeout = setTimeout;
		AbortSignal.timeout = timeout;
		await super.teardown();
	}
}
