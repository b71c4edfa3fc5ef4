import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const projectRoot = join(__dirname, '..', '..');

/** n8n, which some of them need, may have to be installed first. */
const TIMEOUT_MS = 900_000;

/** n8n's lint rules are laxer about file names where NODE_ENV says that they are under test themselves. */
const { NODE_ENV: _, ...env } = process.env;
const maxBuffer = 2 ** 26;

/** Makes a test of a script of package.json, which fails with all that the script has printed. */
export function passes(script: string): void {
	it(
		`npm run ${script} passes`,
		async () => {
			const run = promisify(execFile)('npm', ['run', '--silent', script], {
				cwd: projectRoot,
				env,
				maxBuffer,
			});
			await run.catch(({ stdout, stderr, message }: Error & { stdout?: string; stderr?: string }) => {
				throw new Error([stdout, stderr, message].join('\n'));
			});
		},
		TIMEOUT_MS,
	);
}
