#!/usr/bin/env node
import { describeOldNode } from './node-version.ts';

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

const { buildProgram } = await import('./cli/program.ts');
const { CliError } = await import('./cli/cli-error.ts');
try {
	const program = await buildProgram(process.argv.slice(2));
	await program.parseAsync();
} catch (error) {
	if (!(error instanceof CliError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
}
