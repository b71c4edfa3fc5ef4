import { join } from 'node:path';

import { launchSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/src/client/start-sandbox.ts';

export type { Sandbox, SandboxOptions };

const ROOT = join(import.meta.dirname, '..', '..');
/** The project's Node, whatever runs the tests. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
/** The sandbox's command line: as jest has built it for the tests (`test/build-sandbox.js`), in benchmarks its source. */
export const CLI = process.env.BUILT_SANDBOX_CLI ?? join(ROOT, 'sandbox', 'src', 'cli.ts');

/** How long the project's own tests wait for something, since the machine that runs them may be busy. */
const WAIT_TIMEOUT_MS = 30_000;

/** Starts a sandbox as its users do, with the project's Node and what is packed of it. */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return launchSandbox({ waitTimeoutMs: WAIT_TIMEOUT_MS, ...options }, { node: NODE, cli: CLI });
}
