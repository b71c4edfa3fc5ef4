/**
 * The engine tests on another n8n: the folder that holds it is in `N8N_ENGINE_FOLDER`; see scripts/compat.ts.
 */
import { join } from 'node:path';
import jestConfig from '../../jest.config.js';

const folder = process.env.N8N_ENGINE_FOLDER;
if (!folder) throw new Error('N8N_ENGINE_FOLDER is not set. Run npm run test:compat');

const engine = jestConfig.projects.find(({ displayName }) => displayName === 'engine');

/** Modules in a form that jest cannot read as it is; the first versions of n8n 2 need them. */
const esModules = 'node_modules/(p-retry|is-network-error)/';
const transform = ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }];

export default {
	...engine,
	testTimeout: jestConfig.testTimeout,
	// Node's own `require`, which loads the packages otherwise, would not follow these names.
	runtime: undefined,
	// The packages of the engine find their own dependencies beside themselves.
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|@n8n/di|reflect-metadata)$': join(folder, 'node_modules', '$1'),
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/playground/'],
	transform: { ...engine.transform, [`${esModules}.+\\.js$`]: transform },
	transformIgnorePatterns: ['/node_modules/(?!(p-retry|is-network-error)/)'],
	setupFiles: [join(import.meta.dirname, 'older-engine.ts')],
};
