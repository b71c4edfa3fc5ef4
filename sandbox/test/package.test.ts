import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

jest.setTimeout(240_000);

const run = promisify(execFile);
const FOLDER = join(__dirname, '..');
const NODE = join(FOLDER, '..', 'node_modules', '.bin', 'node');

describe('the npm package', () => {
	it('holds plain JavaScript that runs by itself, and nothing that is not for its users', async () => {
		// Within the workspace, so that its dependencies are found.
		const cache = join(FOLDER, 'node_modules', '.cache');
		await mkdir(cache, { recursive: true });
		const folder = await mkdtemp(join(cache, 'pack-'));
		try {
			const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: FOLDER });
			const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
				{ filename: string; files: Array<{ path: string }> },
			];
			const paths = packed.files.map(({ path }) => path);
			expect(paths).toEqual(
				expect.arrayContaining([
					'dist/cli.js',
					'dashboard/index.html',
					'assets/photo.png',
					'README.md',
					'LICENSE.md',
				]),
			);
			expect(paths.filter((path) => /\.ts$|^(src|test)\/|\.map$/.test(path))).toEqual([]);

			await run('tar', ['-xf', join(folder, packed.filename), '-C', folder]);
			const cli = join(folder, 'package', 'dist', 'cli.js');
			const child = spawn(NODE, [cli, '--port', '0', '--json', '--until-stdin-closes'], {
				stdio: ['pipe', 'pipe', 'inherit'],
			});
			const ended = new AbortController();
			child.once('exit', () => ended.abort(new Error('It ended instead of starting.')));
			const lines = createInterface({ input: child.stdout });
			const [line] = (await once(lines, 'line', { signal: ended.signal })) as [string];
			const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
			const listed = await fetch(`${url}/functions/v1/list-messages`, {
				method: 'POST',
				headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
				body: '{}',
			});
			expect(await listed.json()).toMatchObject({ has_more: true });
			expect((await fetch(`${url}/dashboard/`)).status).toBe(200);
			const gone = once(child, 'exit');
			child.stdin.end();
			await gone;
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});
});
