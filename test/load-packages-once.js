import { createRequire, isBuiltin } from 'node:module';

import Runtime from 'jest-runtime';

const isPackage = (name) => /^[^./]/.test(name) && !isBuiltin(name);

/**
 * Loads packages from npm with Node's own `require`, once for all test files of a worker; see
 * docs/decisions.md. Each file still loads the modules of this repository for itself.
 */
export default class extends Runtime {
	requireModule(from, name, options, ...others) {
		if (name === undefined || !isPackage(name) || options?.isInternalModule)
			return super.requireModule(from, name, options, ...others);
		return createRequire(from)(name);
	}
}
