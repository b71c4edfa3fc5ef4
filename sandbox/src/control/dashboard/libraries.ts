import { fileURLToPath } from 'node:url';
import { IS_BUILT } from '../../package-files.ts';

/** Files of other packages that browsers load. */
export const LIBRARIES = {
	'preact.js': 'preact',
	'signals.js': '@preact/signals',
	'signals-core.js': '@preact/signals-core',
	'preact-hooks.js': 'preact/hooks',
	'htm.js': 'htm',
	'htm-preact.js': 'htm/preact',
	'pico.css': '@picocss/pico/css/pico.min.css',
	'swagger-ui.js': 'swagger-ui-dist/swagger-ui-bundle.js',
	'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
} as const;

export type Library = keyof typeof LIBRARIES;

/** Returns the path of one of the {@link LIBRARIES}: in its own package, or where the build has copied it. */
export function findLibraryFile(name: Library): string {
	const url = IS_BUILT ? new URL(`libraries/${name}`, import.meta.url) : import.meta.resolve(LIBRARIES[name]);
	return fileURLToPath(url);
}
