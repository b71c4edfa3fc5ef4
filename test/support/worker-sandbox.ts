import { SandboxAccount } from '../../sandbox/src/client/account.ts';
import './worker.ts';
import { startSandbox, type SandboxOptions } from './start-sandbox.ts';

/**
 * The sandbox with these options that all test files of a worker share, as new. Starting one for each
 * file took a quarter of their processor time.
 */
export async function sandboxAsNew(
	seed?: 'demo' | 'empty',
	options: SandboxOptions = {},
): Promise<SandboxAccount> {
	const sandboxes = (sharedServers().sandboxes ??= {});
	// It ends with the process that runs the tests.
	const shared = (sandboxes[JSON.stringify(options)] ??= { ...(await startSandbox(options)) });
	const sandbox = new SandboxAccount(shared);
	// The control API forgets the webhook URLs, which the account's own reset keeps.
	await sandbox.control('POST', '/reset', { seed });
	return sandbox;
}
