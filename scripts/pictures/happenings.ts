import type { Browser } from 'playwright-core';
import { Failure } from '../../playground/failure.ts';
import type { Editor } from '../editor.ts';
import type { World } from './world.ts';

const size = { width: 1080, height: 560 };

/**
 * Makes an SMS arrive, which the demo answers, and other things happen, which it takes and does not wait for.
 */
export const letThingsHappen = async ({ sandbox, client, demo }: World): Promise<void> => {
	await sandbox.control('POST', '/events/sms.received', { body: 'Do you open on Sunday?' });
	await client.finishedExecutions(demo.workflowId ?? '', 1);
	await sandbox.control('POST', '/events/call.completed');
	await sandbox.control('POST', '/events/chat.session.completed');
	await sandbox.control('POST', '/events/sms.received', { body: 'Please move my appointment to Friday.' });
	await client.finishedExecutions(demo.workflowId ?? '', 2);
};

/** The instructions on the canvas would push the nodes aside, and an advice of n8n lies over the list. */
const besideTheRun =
	'[data-test-id="sticky"], [data-reka-popper-content-wrapper] { visibility: hidden !important }';

/** Pictures the last run of the demo. */
export const pictureExecution = async (editor: Editor, world: World, file: string): Promise<void> => {
	const { demo, client } = world;
	const [last] = await client.executions(demo.workflowId ?? '');
	await editor.go(`/workflow/${demo.workflowId}/executions/${last?.id}`);
	const { page } = editor;
	await page.setViewportSize(size);
	await page.addStyleTag({ content: besideTheRun });
	await editor.at('canvas-node-status-success').nth(2).waitFor();
	await editor.at('zoom-to-fit').click();
	const canvas = await editor.at('canvas').boundingBox();
	const node = await editor.at('canvas-node').first().boundingBox();
	if (!canvas || !node) throw new Failure('The execution shows no nodes.');
	const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
	await page.mouse.move(middle.x, middle.y);
	await page.mouse.wheel(0, node.y + node.height / 2 - middle.y);
	await page.screenshot({ path: file, animations: 'disabled' });
};

/** Pictures the sandbox's list of deliveries. */
export const pictureDashboard = async (browser: Browser, world: World, file: string): Promise<void> => {
	const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
	await page.goto(`${world.sandbox.url}/dashboard/#/deliveries`);
	await page.locator('tbody tr').nth(3).waitFor();
	await page.screenshot({ path: file, animations: 'disabled' });
	await page.close();
};

/** Plays a scenario in the sandbox's dashboard, and pictures its steps below the stories. */
export const pictureScenario = async (
	browser: Browser,
	{ sandbox }: World,
	name: string,
	file: string,
): Promise<void> => {
	const page = await browser.newPage({ viewport: { width: 1440, height: 1300 }, colorScheme: 'light' });
	await page.goto(`${sandbox.url}/dashboard/`);
	const { scenarios } = await sandbox.control('GET', '/scenarios');
	const title = scenarios.find((one) => one.name === name)?.title;
	const card = page.getByRole('region', { name: 'Play a scenario' });
	await card.getByRole('button', { name: `Play ${title}` }).click();
	const played = card.getByRole('region', { name: 'Last played' }).filter({ hasText: title ?? name });
	await played.getByText('finished').waitFor({ timeout: 60_000 });
	await card.screenshot({ path: file, animations: 'disabled' });
	await page.close();
};
