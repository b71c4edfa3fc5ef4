import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describeWhere } from './describe-where.ts';
import { findOnPath } from './find-on-path.ts';

const cwd = join(__dirname, '..', '..');
/** n8n, which some of them need, may have to be installed first. */
const TIMEOUT_MS = 900_000;
const maxBuffer = 2 ** 26;
/** n8n's lint rules judge differently where NODE_ENV says that they are under test themselves. */
const { NODE_ENV: _, ...env } = process.env;

/**
 * Makes a test of a check of `npm run check`, which fails with all that the check has printed.
 *
 * @param needs programs beside Node and npm without which it cannot run
 */
export function passes(name: string, ...needs: string[]): void {
	const missing = needs.find((program) => findOnPath(program) === undefined);
	describeWhere(missing && `${missing} is not on the PATH`, `npm run check -- ${name}`, () => {
		const run = async () => {
			try {
				await promisify(execFile)('npm', ['run', '--silent', 'check', '--', name], { cwd, env, maxBuffer });
			} catch (error) {
				const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
				throw new Error([stdout, stderr, message].join('\n'));
			}
		};
		it('passes', run, TIMEOUT_MS);
	});
}
