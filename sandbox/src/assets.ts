import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of files that are not code. It is one folder up, both from the sources and from the build. */
export const ASSETS_FOLDER = fileURLToPath(new URL('../assets/', import.meta.url));

/** Reads a file in {@link ASSETS_FOLDER} as text. */
export function readAsset(file: string): string {
	return readFileSync(`${ASSETS_FOLDER}${file}`, 'utf8');
}
