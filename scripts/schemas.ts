/** `npm run schemas`: writes the output schemas of the nodes anew, from what the sandbox answers; see test/engine/output-schemas.test.ts. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(
	process.execPath,
	[jest, '--selectProjects', 'engine', '--testPathPatterns', 'output-schemas'],
	{ stdio: 'inherit', env: { ...process.env, UPDATE_SCHEMAS: '1' } },
);
process.exitCode = status ?? 1;
