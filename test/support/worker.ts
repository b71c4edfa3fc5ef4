/** The worker of jest that runs a test file, as `test/worker-environment.js` extends it. */
import type { SandboxAccount } from '../../sandbox/src/client/account.ts';
import type { SharedN8n } from '../e2e/support/real-n8n.ts';

/** Servers that the test files of a worker share: data alone, since each file has its own classes. */
interface SharedServers {
	/** Sandboxes by the options with which they were started. */
	sandboxes?: Record<string, ConstructorParameters<typeof SandboxAccount>[0]>;
	/** n8ns by their roles. */
	n8ns?: Record<string, SharedN8n>;
}

declare global {
	/** The same object for all test files of a worker. */
	var sharedServers: () => SharedServers;
}

declare const setTimeZone: (timeZone?: string) => void;

/** Lets the machine be in a time zone, such as `Asia/Kolkata`, for the tests of this block. */
export function useTimeZone(timeZone: string): void {
	const before = process.env.TZ;
	beforeAll(() => setTimeZone(timeZone));
	afterAll(() => setTimeZone(before));
}
