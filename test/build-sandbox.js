import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SANDBOX = join(ROOT, 'sandbox');

/**
 * Builds the sandbox before the tests that start it, in a folder that is gone after them. It is what users run, and
 * it starts in half of the processor time that its sources take.
 */
export default function buildSandbox() {
	const folder = mkdtempSync(join(tmpdir(), 'built-sandbox-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const name of ['package.json', 'assets', 'dashboard']) {
		symlinkSync(join(SANDBOX, name), join(folder, name));
	}
	// The packages that users install beside it, such as the SDK of `mcp`.
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const dist = join(folder, 'dist');
	execFileSync(join(ROOT, 'node_modules', '.bin', 'node'), [join(SANDBOX, 'scripts', 'build.ts'), dist]);
	process.env.BUILT_SANDBOX_CLI = join(dist, 'cli.js');
	// The code that Node compiles of it is gone with it; see `worker-environment.js`.
	process.env.SANDBOX_COMPILE_CACHE = join(folder, 'compile-cache');
}
