import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { wav } from '../../test/support/audio-files.ts';
import { CLI } from '../../test/support/start-sandbox.ts';

jest.setTimeout(240_000);

const run = promisify(execFile);
const FOLDER = join(__dirname, '..');
const MODULES = join(FOLDER, '..', 'node_modules');
const NODE = join(MODULES, '.bin', 'node');
const JEST = join(MODULES, 'jest', 'bin', 'jest.js');
/** The compiler that `npm run build` runs. */
const TSC = join(MODULES, '@typescript', 'native', 'bin', 'tsc');
/** The older one that most users of the package have. */
const USERS_TSC = join(MODULES, 'typescript', 'bin', 'tsc');

/** All licenses that may be used, changed and passed on for no more than a mention. */
const PERMISSIVE = /^(0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|Unlicense)$/;

const MISUSED = `
	import { startSandbox } from 'voice-agent-sandbox';
	await using sandbox = await startSandbox({ sead: 'demo' });
	await sandbox.receiveSms({ form_number: '+14155550123' });
	await sandbox.waitForRequest({ path: '/functions/v1/list-messages', body: { limit: '3' } });
	(await sandbox.completeCall()).call.length;
	await sandbox.control('PUT', '/clock', { advance_seconds: 60 });
	await sandbox.control('POST', '/clock', { advance_secnods: 60 });
	await sandbox.control('GET', '/status', {});
	await sandbox.addFault({ kind: 'reset', endpoint: 'list-mesages' });
	await sandbox.addFault({ kind: 'status' });
	await sandbox.addFault({ kind: 'status', status: 500, endpoint: 'manage-skills' });
	(await sandbox.control('GET', \`/deliveries/\${sandbox.pid}\`)).attempts.toFixed();
	(await sandbox.control('GET', '/requests')).total.toFixed();
	(await sandbox.control('GET', '/messages?limit=5')).messages.at(0)?.body.length;
	(await sandbox.control('PATCH', \`/api-keys/\${sandbox.apiKeyId}\`, { webhook_url: null })).id.length;
	await sandbox.control('POST', '/reset');`;

const MISUSED_BY_COMMONJS = `
	import { startSandbox } from 'voice-agent-sandbox';
	void startSandbox().then((sandbox) => sandbox.receiveSms({ form_number: '+14155550123' }));`;

/** An empty folder with the packed package, and the paths that are in the package. */
let folder: string;
let paths: string[];
const installed = () => join(folder, 'node_modules', 'voice-agent-sandbox');

/** Adds to the build of the tests what `npm run build` makes besides, and what is published as it is. */
async function completePackage(): Promise<string> {
	const source = join(folder, 'source');
	const dist = join(source, 'dist');
	await cp(dirname(CLI), dist, { recursive: true });
	const { files } = JSON.parse(await readFile(join(FOLDER, 'package.json'), 'utf8')) as { files: string[] };
	const copied = [...files, 'package.json', 'README.md'].filter(
		(one) => one !== 'dist' && !one.startsWith('!'),
	);
	for (const name of copied) await cp(join(FOLDER, name), join(source, name), { recursive: true });
	const types = ['-p', join(FOLDER, 'tsconfig.types.json'), '--singleThreaded', '--outDir', dist];
	await run(NODE, [TSC, ...types]);
	await run(NODE, [join(FOLDER, 'scripts', 'commonjs-types.ts'), dist]);
	return source;
}
/**
 * The compiler's complaints about uses of the package's types: the README's example, a wrong one, and a wrong one by
 * CommonJS.
 */
let complaints: string;
const complaintsAbout = (file: string) =>
	complaints.split('\n').filter((line) => line.startsWith(`${file}(`));
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'stranger-'));
	const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
		cwd: await completePackage(),
	});
	const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
		{ filename: string; files: Array<{ path: string }> },
	];
	paths = packed.files.map(({ path }) => path);
	await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
	// As npm installs it, which needs nothing else; the first test says so.
	await mkdir(installed(), { recursive: true });
	const unpack = ['-xzf', join(folder, packed.filename), '--strip-components=1'];
	await run('tar', unpack, { cwd: installed() });
	const readme = await readFile(join(installed(), 'README.md'), 'utf8');
	const [, example = ''] = /```ts\n([^`]*startSandbox[^]*?)```/.exec(readme) ?? [];
	await writeFile(join(folder, 'example.test.ts'), example);
	const [, program = ''] = /```py\n([^]*?)```/.exec(readme) ?? [];
	await writeFile(join(folder, 'program.py'), program);
	await writeFile(join(folder, 'misused.ts'), MISUSED);
	await writeFile(join(folder, 'misused.cts'), MISUSED_BY_COMMONJS);
	await copyFile(join(__dirname, 'package', 'my-app.ts'), join(folder, 'my-app.ts'));
	complaints = await compile('example.test.ts', 'misused.ts', 'misused.cts');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the npm package', () => {
	it('holds plain JavaScript, its types, and nothing that is not for its users', () => {
		expect(paths).toEqual(
			expect.arrayContaining([
				'dist/cli.js',
				'dist/index.js',
				'dist/index.d.ts',
				'dist/client/openapi.d.ts',
				'dashboard/index.html',
				'assets/photo.png',
				'README.md',
				'LICENSE.md',
			]),
		);
		expect(paths.filter((path) => /(?<!\.d)\.ts$|^(src|test)\/|\.map$/.test(path))).toEqual([]);
	});

	it('contains what it needs of other packages, with their licenses, and takes at most 25 MB', async () => {
		const { dependencies, bin } = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8')) as {
			dependencies?: object;
			bin: Record<string, string>;
		};
		expect(dependencies).toBeUndefined();
		expect(paths).toContain(bin['voice-agent-sandbox']);
		const { stdout } = await run('du', ['-sm', 'node_modules'], { cwd: folder });
		expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(25);
		const licenses = await readFile(join(installed(), 'dist', 'THIRD_PARTY_LICENSES'), 'utf8');
		const found = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(([^)]+(?:\)(?=\)))?)\)$/gm)];
		const names = ['fastify', 'typebox', 'undici', 'preact', '@picocss/pico', 'swagger-ui-dist'];
		expect(found.map(([, name]) => name)).toEqual(expect.arrayContaining(names));
		expect(found.filter(([, , license = '']) => !PERMISSIVE.test(license))).toEqual([]);
	});

	it('has a command that runs on its own', async () => {
		const command = join(installed(), 'dist', 'cli.js');
		const child = spawn(NODE, [command, '--port', '0', '--json', '--until-stdin-closes'], {
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
		const sample = new FormData();
		sample.append('name', 'Ada');
		sample.append('files', new Blob([new Uint8Array(wav(31))]), 'sample');
		const cloned = await fetch(`${url}/functions/v1/clone-voice`, {
			method: 'POST',
			headers: { authorization: `Bearer ${apiKey}` },
			body: sample,
		});
		expect(await cloned.json()).toMatchObject({ name: 'Ada' });
		for (const page of ['dashboard/', 'dashboard/libraries/preact.js', 'docs', 'openapi.json']) {
			expect([page, (await fetch(`${url}/${page}`)).status]).toEqual([page, 200]);
		}
		const gone = once(child, 'exit');
		child.stdin.end();
		await gone;
	});

	it('runs the test that its README shows, with its types', async () => {
		const { stdout } = await run(NODE, ['--test', '--test-reporter=tap', 'example.test.ts'], { cwd: folder });
		expect(stdout).toMatch(/^# pass 1$/m);
		const others = complaints.split('\n').filter((line) => line !== '' && !/^(misused\.c?ts\(| )/.test(line));
		expect(others).toEqual([]);
	});

	it('has all that its documents link to', async () => {
		const documents = paths.filter((path) => /^[^/]*\.(md|txt)$|^docs\/.*\.md$/.test(path));
		expect(documents).toEqual(
			expect.arrayContaining(['README.md', 'SKILL.md', 'docs/scenarios.md', 'llms.txt']),
		);
		for (const document of documents) {
			const text = await readFile(join(installed(), document), 'utf8');
			const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
			const targets = links.map((link) => join(dirname(document), link).replace(/\/$/, ''));
			const isThere = (target: string) =>
				paths.some((path) => path === target || path.startsWith(`${target}/`));
			expect([document, targets.filter((target) => !isThere(target))]).toEqual([document, []]);
		}
	});

	const python = findPython();
	(python === undefined ? it.skip : it)('is used from another language as its README shows', async () => {
		const bin = join(folder, 'node_modules', '.bin');
		await mkdir(bin, { recursive: true });
		await symlink(join(installed(), 'dist', 'cli.js'), join(bin, 'voice-agent-sandbox'));
		await chmod(join(installed(), 'dist', 'cli.js'), 0o755);
		await run(python ?? '', ['program.py'], { cwd: folder });
	});

	it('is loaded by Jest as most projects have it, with CommonJS', async () => {
		const test = `
			const { startSandbox } = require('voice-agent-sandbox');
			test('an SMS arrives', async () => {
				const sandbox = await startSandbox({ seed: 'empty' });
				const { message } = await sandbox.receiveSms({ body: 'Hello' });
				await sandbox.stop();
				expect(message.body).toBe('Hello');
			});`;
		await writeFile(join(folder, 'commonjs.test.cjs'), test);
		const configuration = JSON.stringify({
			rootDir: folder,
			transform: {},
			testMatch: ['**/*.test.cjs'],
			// Jest's five seconds are too few for a start on a busy machine.
			testTimeout: 60_000,
		});
		const { stderr } = await run(NODE, [JEST, '--config', configuration], { cwd: folder });
		expect(stderr).toContain('1 passed');
	});

	it('has types that know the fields, the events and the answers of the interface, also for CommonJS', async () => {
		const lines = complaintsAbout('misused.ts').map((line) => Number(/\d+/.exec(line)?.[0]));
		// The others are right.
		expect(lines).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 13]);
		expect(complaintsAbout('misused.cts')).toEqual([
			expect.stringMatching(/^misused\.cts\(3,\d+\): error TS2561: .*'form_number'/),
		]);
	});
});

/** Returns the name of Python, if this machine has it. */
function findPython(): string | undefined {
	return spawnSync('python3', ['--version']).status === 0 ? 'python3' : undefined;
}

/** Returns the compiler's complaints about files and the types that they import; empty if there are none. */
async function compile(...files: string[]): Promise<string> {
	const strictly =
		'--noEmit --strict --target esnext --lib esnext --module nodenext --skipLibCheck false'.split(' ');
	const types = ['--allowImportingTsExtensions', '--types', 'node', '--typeRoots', join(MODULES, '@types')];
	return run(NODE, [USERS_TSC, ...strictly, ...types, ...files], { cwd: folder }).then(
		() => '',
		({ stdout }: { stdout: string }) => stdout,
	);
}
