import { readFile, writeFile } from 'node:fs/promises';
import { format } from '../format.ts';
import type { Trial } from './engine.ts';

const begin = '<!-- Written by npm run test:compat -->';
const end = '<!-- Up to here -->';

const row = (version: string, { passed, failed }: Trial): string => {
	const outcome = failed.length === 0 ? 'all' : `all but ${failed.length}`;
	return `| ${version} | ${passed + failed.length} | ${outcome} |`;
};

/**
 * Replaces the table in a document by what has become of the tests.
 *
 * @param trials by n8n version
 * @throws Error when the document has no place for it
 */
export const writeTable = async (file: string, trials: Map<string, Trial>): Promise<void> => {
	const text = await readFile(file, 'utf8');
	const from = text.indexOf(begin);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`${file} has no place for the table: ${begin} ... ${end}`);
	const rows = [...trials].map(([version, trial]) => row(version, trial));
	const table = ['| n8n | Tests | Passed |', '| --- | --- | --- |', ...rows].join('\n');
	await writeFile(file, format(file, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`));
};
