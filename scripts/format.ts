import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './bootstrap.mjs';

/**
 * Formats a text that a script writes, as `npm run format` would.
 *
 * @param file the path of the file in the repository, which decides what language the text is
 */
export const format = (file: string, text: string): string => {
	const oxfmt = join(projectRoot, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
	const args = [oxfmt, '--stdin-filepath', file];
	return execFileSync(process.execPath, args, { cwd: projectRoot, input: text, encoding: 'utf8' });
};
