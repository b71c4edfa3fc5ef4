import { SandboxAccount } from '../../sandbox/src/client/account.ts';
import { startSandbox } from './start-sandbox.ts';

declare global {
	/** Of the test environment: the same for all test files of a worker. */
	var keptByWorker: () => { sandbox?: ConstructorParameters<typeof SandboxAccount>[0] };
}

/**
 * The sandbox that all test files of a worker share, as new. Starting one for each
 * file took a quarter of their processor time.
 */
export async function sandboxAsNew(seed?: 'demo' | 'empty'): Promise<SandboxAccount> {
	const kept = keptByWorker();
	// Each file has its own classes; the sandbox, which ends with the process that runs the tests, stays.
	kept.sandbox ??= { ...(await startSandbox()) };
	const sandbox = new SandboxAccount(kept.sandbox);
	await sandbox.reset(seed);
	return sandbox;
}
