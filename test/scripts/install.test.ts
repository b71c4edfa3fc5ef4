import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installN8nIn } from '../../playground/install.ts';
import { pathsOf } from '../../playground/paths.ts';
import { folderWith, removeFolders } from './run-script.ts';

const { PATH } = process.env;

afterEach(() => {
	process.env.PATH = PATH;
	delete process.env.CALLS;
	jest.restoreAllMocks();
	removeFolders();
});

/** Stands for npm on a machine that has no Bun for `npm exec`. */
const NPM_WITHOUT_BUN = `#!/bin/sh
echo "$@" >> "$CALLS"
[ "$1" = exec ] && exit 1
mkdir -p node_modules/sqlite3
`;

it('npm installs n8n where Bun cannot, and says that its packages are not the tested ones', async () => {
	const folder = folderWith({
		'n8n/package.json': '{}',
		'n8n/bun.lock': 'locked',
		'bin/npm': NPM_WITHOUT_BUN,
	});
	chmodSync(join(folder, 'bin/npm'), 0o755);
	const calls = join(folder, 'calls');
	process.env.CALLS = calls;
	process.env.PATH = [join(folder, 'bin'), PATH].join(delimiter);
	const told = jest.spyOn(console, 'error').mockImplementation();
	const paths = { ...pathsOf(folder), nodeFolder: join(folder, 'bin') };

	await installN8nIn(paths, join(folder, 'n8n'), join(folder, 'log'));

	expect(readFileSync(calls, 'utf8').split('\n')).toEqual([
		expect.stringMatching(/^exec .* bun install .*--frozen-lockfile/),
		expect.stringMatching(/^install --ignore-scripts/),
		'run install',
		'',
	]);
	expect(told).toHaveBeenCalledWith(expect.stringMatching(/newer than those with which this was tested/));
	expect(existsSync(join(folder, 'n8n/node_modules/installed.lock'))).toBe(true);
});
