import { join } from 'node:path';

import { launchSandbox, type Sandbox, type SandboxOptions } from '../../src/client/start-sandbox.ts';

export type { Sandbox, SandboxOptions };

const ROOT = join(__dirname, '..', '..', '..');
/** The project's Node, whatever runs the tests. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
/** The sandbox's command line. */
export const CLI = join(ROOT, 'sandbox', 'src', 'cli.ts');
/** Node keeps compiled code here: compiling takes most of the time of a start. */
const COMPILE_CACHE = join(ROOT, '.playground', 'compile-cache');

/** The environment of a sandbox and of its commands. */
export function sandboxEnvironment(): NodeJS.ProcessEnv {
	return { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
}

/** Starts a sandbox as its users do, with the project's Node and what is packed of it. */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return launchSandbox(options, { node: NODE, cli: CLI, env: sandboxEnvironment() });
}
