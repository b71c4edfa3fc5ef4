/**
 * `node scripts/pictures.ts [part of a path]`: remakes docs/pictures, sandbox/docs/pictures and the picture of each
 * workflow in examples, in a headless Chromium, from a real n8n and a sandbox that it starts for this and stops again.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathsOf } from '../playground/paths.ts';
import { launchBrowser } from '../test/e2e/support/browser.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { Editor } from './editor.ts';
import { pictureWorkflow } from './pictures/canvas.ts';
import {
	letThingsHappen,
	pictureDashboard,
	pictureExecution,
	pictureScenario,
} from './pictures/happenings.ts';
import {
	pictureCampaign,
	pictureCredential,
	pictureFields,
	picturePollingTrigger,
	pictureNodePanel,
	pictureRecipients,
	pictureSendAndWait,
	pictureTriggerPanel,
} from './pictures/panels.ts';
import { startWorld } from './pictures/world.ts';
import { step } from './progress.ts';
import { readExampleFile } from './start/examples.ts';
import { keepUp } from './start/stopping.ts';
import type { Stopping } from './start/stopping.ts';

const docs = join(projectRoot, 'docs', 'pictures');
const sandboxPictures = join(projectRoot, 'sandbox', 'docs', 'pictures');
const examples = join(projectRoot, 'examples');
/** A part of the paths of the pictures to make; all, if it is left out. */
const usage = `Usage: node scripts/pictures.ts [PART OF A PATH]

Makes the pictures of the documents and examples whose paths have this part; all without it.`;
const { names } = readCommandLine(usage, {}, 1);
const [wanted = ''] = names;

const makePictures = async (folder: string, stopping: Stopping) => {
	for (const folder of [docs, sandboxPictures]) await mkdir(folder, { recursive: true });
	const browser = await launchBrowser();
	const world = await startWorld(pathsOf(projectRoot), folder, stopping);
	const editor = await step('Logging in', () => Editor.signIn(browser, world.n8nUrl, world.demo.owner));
	const picture = async (file: string, make: (file: string) => Promise<void>) => {
		if (relative(projectRoot, file).includes(wanted))
			await step(relative(projectRoot, file), () => make(file));
	};

	await step('Making things happen', () => letThingsHappen(world));
	await picture(join(docs, 'execution.png'), (file) => pictureExecution(editor, world, file));
	await picture(join(docs, 'dashboard.png'), (file) => pictureDashboard(browser, world, file));
	await picture(join(docs, 'node-panel.png'), (file) => pictureNodePanel(editor, world, file));
	await picture(join(docs, 'recipients.png'), (file) => pictureRecipients(editor, world, file));
	await picture(join(docs, 'fields.png'), (file) => pictureFields(editor, world, file));
	await picture(join(docs, 'campaign.png'), (file) => pictureCampaign(editor, world, file));
	await picture(join(docs, 'trigger-panel.png'), (file) => pictureTriggerPanel(editor, world, file));
	await picture(join(docs, 'polling-trigger.png'), (file) => picturePollingTrigger(editor, world, file));
	await picture(join(docs, 'send-and-wait.png'), (file) => pictureSendAndWait(editor, world, file));
	await picture(join(docs, 'credential.png'), (file) => pictureCredential(editor, world, file));
	for (const name of (await readdir(examples)).filter((one) => one !== 'README.md').sort()) {
		const workflow = await readExampleFile(projectRoot, name);
		await picture(join(examples, name, 'picture.png'), async (file) =>
			pictureWorkflow(editor, await world.store(workflow), file),
		);
	}
	await picture(join(sandboxPictures, 'scenario.png'), (file) =>
		pictureScenario(browser, world, 'angry-customer', file),
	);
	await browser.close();
};

await keepUp(async (stopping) => {
	const folder = await mkdtemp(join(tmpdir(), 'voice-agent-pictures-'));
	await Promise.race([makePictures(folder, stopping), stopping.wait()]);
	await stopping.stopAll();
	// After a failure the logs stay.
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});
