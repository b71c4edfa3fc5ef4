import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { reservePort } from '../../playground/ports.ts';
import { Editor } from '../../scripts/editor.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { npmStart } from './support/npm-start.ts';
import type { NpmStart } from './support/npm-start.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';
import { OWNER } from './support/real-n8n.ts';

const OPERATION_FILE = join('nodes', 'VoiceAgent', 'agent', 'agent.operations.ts');
const IS_SHOWN_MS = 60_000;

/**
 * The files that git knows or would take, with what was installed
 * here: a clone in which files may be changed.
 */
const cloneInto = async (clone: string): Promise<void> => {
	const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: paths.projectRoot,
		encoding: 'utf8',
	})
		.split('\0')
		.filter((file) => file !== '' && existsSync(join(paths.projectRoot, file)));
	for (const file of files) {
		await mkdir(dirname(join(clone, file)), { recursive: true });
		await cp(join(paths.projectRoot, file), join(clone, file));
	}
	for (const folder of ['.', 'sandbox', 'playground'].map((one) => join(one, 'node_modules'))) {
		if (!existsSync(join(paths.projectRoot, folder))) continue;
		await symlink(join(paths.projectRoot, folder), join(clone, folder), 'dir');
	}
};

/** It starts an n8n with all its nodes, a compiler and the editor; the weekly run does. */
const inFullRuns = process.env.TEST_FULL ? test : test.skip;

describeInBrowser('npm run dev', () => {
	let folder: Awaited<ReturnType<typeof temporaryFolder>>;
	let clone: string;
	let running: NpmStart;
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		folder = await temporaryFolder();
		clone = join(folder.path, 'clone');
		await cloneInto(clone);
		// As after an earlier start: npm-start.test.ts begins with nothing.
		const data = join(clone, '.playground');
		await mkdir(data);
		const tarball = await prepare(join(data, 'n8n'));
		await symlink(paths.compileCache, join(data, 'compile-cache'), 'dir');
		await writeFile(join(data, 'state.json'), JSON.stringify({ owner: OWNER }));
		const ports = ['--n8n-port', String(await reservePort()), '--sandbox-port', String(await reservePort())];
		running = npmStart([...ports, '--tarball', tarball], 'dev', {}, clone);
		await running.printed(/Save a file in nodes\/ or credentials\//, 400_000);
		const [, url = ''] = await running.printed(/(http:\S+)\/workflow\//);
		browser = await launchBrowser();
		editor = await Editor.signIn(browser, url, OWNER);
	}, prepareTimeoutMs);

	afterAll(async () => {
		await browser?.close();
		running?.ctrlC();
		await running?.exitCode;
		await folder?.remove();
	}, 60_000);

	inFullRuns(
		'a change of an operation is in the open tab without a reload',
		async () => {
			await editor.beginWorkflow();
			await (await editor.findNode('sms', 'Voice Agent')).click();
			await editor.at('node-creator-category-item').filter({ hasText: 'Actions' }).click();
			await editor.page.getByText('Get many agents', { exact: true }).click();
			await editor.at('node-parameters').waitFor();
			const file = join(clone, OPERATION_FILE);
			const source = await readFile(file, 'utf8');
			expect(source).toContain("name: 'Get Many'");
			await writeFile(file, source.replaceAll("name: 'Get Many'", "name: 'Get Every One'"));
			// In the list of operations, which is there although it is folded up.
			const shown = editor.page.getByText('Get Every One').first();
			await shown.waitFor({ state: 'attached', timeout: IS_SHOWN_MS });
		},
		240_000,
	);
});
