#!/usr/bin/env node
import { describeOldNode } from './client/node-version.ts';

// Before anything else is loaded, since an older Node fails at the first import that it does not know.
const oldNode = describeOldNode();
if (oldNode !== undefined) {
	process.stderr.write(`${oldNode}\n`);
	process.exit(1);
}

// Compiling its code takes a tenth of the processor time of a start; Node keeps the result in the system's
// folder for temporary files.
const { enableCompileCache } = await import('node:module');
enableCompileCache();

const { runCommandLine } = await import('./cli/program.ts');
const code = await runCommandLine(process.argv.slice(2));
// A sandbox that was started goes on.
if (code !== 0) process.exit(code);
