import { program } from './cli/program.ts';
import { Complaint } from './cli/remote.ts';

try {
	await program.parseAsync();
} catch (error) {
	if (!(error instanceof Complaint)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
