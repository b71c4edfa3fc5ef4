import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { reservePort } from '../../playground/ports.ts';
import { Editor } from '../../scripts/editor.ts';
import { launchBrowser } from '../support/chromium.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { npmStart } from '../support/npm-start.ts';
import type { NpmStart } from '../support/npm-start.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from '../support/prepared.ts';
import { show } from '../support/real-n8n.ts';

const OPERATION_FILE = join('nodes', 'VoiceAgent', 'operations', 'agent', 'getAll.operation.ts');
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

describeInBrowser('npm run dev', () => {
	let folder: Awaited<ReturnType<typeof temporaryFolder>>;
	let clone: string;
	let running: NpmStart;
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		await prepare();
		folder = await temporaryFolder();
		clone = join(folder.path, 'clone');
		await cloneInto(clone);
		const ports = ['--n8n-port', String(await reservePort()), '--sandbox-port', String(await reservePort())];
		running = npmStart(ports, 'dev', {}, clone);
		await running.printed(/Save a file in nodes\/ or credentials\//, 400_000);
		const found = (pattern: RegExp) => pattern.exec(running.output())?.[1] ?? '';
		browser = await launchBrowser();
		editor = await Editor.signIn(browser, found(/(http:\S+)\/workflow\//), {
			email: found(/log-in +(\S+)/),
			password: found(/password +(\S+)/),
		});
	}, prepareTimeoutMs);

	afterAll(async () => {
		await browser?.close();
		running?.ctrlC();
		await running?.exitCode;
		await folder?.remove();
	}, 60_000);

	/** Replaces a text of a source file, and waits until the page that is open shows the other. */
	const changeAndSee = async (file: string, from: string, to: string, shown: string) => {
		const path = join(clone, file);
		const source = await readFile(path, 'utf8');
		expect(source).toContain(from);
		const saved = Date.now();
		await writeFile(path, source.replaceAll(from, to));
		// In the list of operations, which is there although it is folded up.
		await editor.page.getByText(shown).first().waitFor({ state: 'attached', timeout: IS_SHOWN_MS });
		show(
			`npm run dev: "${shown}" was in the open tab ${((Date.now() - saved) / 1000).toFixed(1)} s ` +
				'after saving',
		);
	};

	test('a change of an operation and of a description is in the open tab without a reload', async () => {
		await editor.beginWorkflow();
		await (await editor.findNode('sms', 'Voice Agent')).click();
		await editor.at('node-creator-category-item').filter({ hasText: 'Actions' }).click();
		await editor.page.getByText('Get many agents', { exact: true }).click();
		await editor.at('node-parameters').waitFor();
		await changeAndSee(OPERATION_FILE, "name: 'Get Many'", "name: 'Get Every One'", 'Get Every One');

		await changeAndSee(
			OPERATION_FILE,
			'List the agents',
			'Show the agents',
			'Show the agents of the account',
		);
	}, 240_000);
});
