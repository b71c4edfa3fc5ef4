#!/usr/bin/env node
const OLDEST_NODE = 24;

// Before anything else is loaded, since an older Node fails at the first import that it does not know.
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
	process.stderr.write(
		`The sandbox needs Node.js ${OLDEST_NODE} or newer. This is Node.js ${process.versions.node}.\n`,
	);
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
