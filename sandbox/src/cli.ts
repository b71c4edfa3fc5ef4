#!/usr/bin/env node
import { buildProgram } from './cli/program.ts';
import { CliError } from './cli/cli-error.ts';

try {
	const program = await buildProgram(process.argv.slice(2));
	await program.parseAsync();
} catch (error) {
	if (!(error instanceof CliError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
}
