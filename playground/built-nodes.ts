/**
 * Imported before others, it lets Node itself run the helpers of the tests, which import the sources of the nodes:
 * these imports lead to the package that was packed last. Node cannot run the sources as they are, because their
 * imports have no endings. n8n's own modules are loaded in the CommonJS form that the package loads, so that there
 * is one copy of each.
 */
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pathsOf } from './paths.ts';
import { unpackedPackage } from './tarball.ts';

const root = join(import.meta.dirname, '..');
const dist = join(unpackedPackage(pathsOf(root)), 'dist');

registerHooks({
	resolve: (specifier, context, next) => {
		if (specifier === 'n8n-workflow') return next(specifier, { ...context, conditions: ['node', 'require'] });
		if (!/^(\.|file:)/.test(specifier) || !context.parentURL?.startsWith('file:'))
			return next(specifier, context);
		const path = relative(root, fileURLToPath(new URL(specifier, context.parentURL)));
		if (!/^(nodes|credentials)\//.test(path)) return next(specifier, context);
		return next(pathToFileURL(join(dist, `${path.replace(/\.ts$/, '')}.js`)).href, context);
	},
});
