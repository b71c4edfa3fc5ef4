import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of what is not code: found one folder up, from the sources and from what is built of them. */
export const ASSETS_FOLDER = fileURLToPath(new URL('../assets/', import.meta.url));

/** The text of a file in it. */
export function readAsset(file: string): string {
	return readFileSync(`${ASSETS_FOLDER}${file}`, 'utf8');
}
