import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import type { Editor } from '../editor.ts';
import type { World } from './world.ts';

/** Small, so that what is written stays readable in a README. */
const panelSize = { width: 1200, height: 640 };

const besideThePanel = '.el-notification, [data-test-id="floating-nodes"] { visibility: hidden !important }';

type Parameters = Record<string, unknown>;

/** A node by hand, then the action node as often as there are parameters for it, each by its name. */
const workflowOf = (steps: Record<string, Parameters>): WorkflowFile =>
	chainOf('A few nodes', [
		node('By Hand', 'n8n-nodes-base.manualTrigger'),
		...Object.entries(steps).map(([name, parameters]) =>
			node(name, 'n8n-nodes-voice-agent.voiceAgent', parameters),
		),
	]);

/** Opens the panel of the last node. */
const openPanel = async (editor: Editor, world: World, steps: Record<string, Parameters>): Promise<void> => {
	await editor.openWorkflow(await world.store(workflowOf(steps)));
	await editor.page.setViewportSize(panelSize);
	await editor.openNode(Object.keys(steps).at(-1) ?? '');
};

const picturePanel = async (editor: Editor, file: string): Promise<void> => {
	await editor.page.addStyleTag({ content: besideThePanel });
	// Away from what would light up.
	await editor.page.mouse.move(0, 0);
	await editor.at('ndv').screenshot({ path: file, animations: 'disabled' });
};

/** Pictures the panel of the action node with the output of a run. */
export const pictureNodePanel = async (editor: Editor, world: World, file: string): Promise<void> => {
	await openPanel(editor, world, { 'Get agent': { resource: 'agent', operation: 'get' } });
	await editor.chooseFromList('agentId', 'Front desk');
	await editor.at('node-execute-button').click();
	await editor.at('node-run-status-success').waitFor();
	await editor.at('radio-button-json', editor.at('output-panel')).click();
	await picturePanel(editor, file);
};

/** Pictures the list of those who may be written to. */
export const pictureRecipients = async (editor: Editor, world: World, file: string): Promise<void> => {
	for (const [from_number, body] of [
		['16475550188', 'Can I come on Saturday instead?'],
		['14155550123', 'Is it ready to collect?'],
	]) {
		await world.sandbox.control('POST', '/events/chatapp.received', { from_number, body });
	}
	await openPanel(editor, world, { 'Send a message': { resource: 'message', operation: 'send' } });
	await editor.chooseFromList('phoneNumberId', '106540352242922');
	await editor.at('rlc-input', editor.at('resource-locator-recipientWaId')).click();
	await editor.at('rlc-item').nth(1).waitFor();
	await picturePanel(editor, file);
};

/** Pictures the fields of a node that has never run, one of them dragged. */
export const pictureFields = async (editor: Editor, world: World, file: string): Promise<void> => {
	await openPanel(editor, world, {
		'Get many messages': { resource: 'message', operation: 'getAll' },
		'Get message': {
			resource: 'message',
			operation: 'get',
			messageId: { __rl: true, mode: 'id', value: '' },
		},
	});
	const locator = editor.at('resource-locator-messageId');
	await editor.dragOnto('id', editor.at('rlc-input-container', locator));
	await locator.getByText('$json.id').waitFor();
	await picturePanel(editor, file);
};

/** Pictures the preview of a campaign. */
export const pictureCampaign = async (editor: Editor, world: World, file: string): Promise<void> => {
	const recipient = [{ phone_number: '+14155550140', name: 'Ada' }];
	await openPanel(editor, world, {
		'Create batch call': {
			resource: 'batchCall',
			operation: 'create',
			callerId: { __rl: true, mode: 'number', value: '+14155550100' },
			recipientsFrom: 'fields',
			recipients: { recipient },
			goal: 'Confirm or move the appointment',
		},
	});
	await editor.at('node-execute-button').click();
	await editor.page.getByText('Preview only: nothing was sent').waitFor();
	await editor.at('radio-button-json', editor.at('output-panel')).click();
	await picturePanel(editor, file);
};

/** Pictures the panel of the trigger with its production URL. */
export const pictureTriggerPanel = async (editor: Editor, world: World, file: string): Promise<void> => {
	await editor.openWorkflow(world.demo.workflowId ?? '');
	await editor.page.setViewportSize(panelSize);
	await editor.openNode('SMS Received');
	await editor.page.getByText('Webhook URLs', { exact: true }).click();
	await editor.at('radio-button-production').click();
	await picturePanel(editor, file);
};

/** Pictures the credential as the dialog shows it; n8n hides its secrets. */
export const pictureCredential = async (editor: Editor, world: World, file: string): Promise<void> => {
	await editor.go(`/home/credentials/${world.demo.credentialId ?? ''}`);
	await editor.page.setViewportSize({ width: 1200, height: 960 });
	const dialog = editor.at('editCredential-modal');
	await dialog.getByText('Base URL').waitFor();
	await editor.page.addStyleTag({ content: besideThePanel });
	await dialog.screenshot({ path: file, animations: 'disabled' });
};

/** Pictures a question that waits for its reply. */
export const pictureSendAndWait = async (editor: Editor, world: World, file: string): Promise<void> => {
	await openPanel(editor, world, {
		'Ask for an approval': {
			resource: 'message',
			operation: 'sendAndWait',
			phoneNumberId: { __rl: true, mode: 'id', value: '106540352242922' },
			recipientWaId: { __rl: true, mode: 'number', value: '14155550123' },
			message: 'Shall we come on Tuesday at 10:00?',
			responseType: 'approval',
		},
	});
	await editor.at('parameter-input-responseType').scrollIntoViewIfNeeded();
	await picturePanel(editor, file);
};

/** Pictures the trigger that polls, with a message that it has found. */
export const picturePollingTrigger = async (editor: Editor, world: World, file: string): Promise<void> => {
	const trigger = node('New Message', 'n8n-nodes-voice-agent.voiceAgentPollingTrigger', {
		direction: 'inbound',
	});
	await editor.openWorkflow(await world.store(chainOf('New messages', [trigger])));
	await editor.page.setViewportSize(panelSize);
	await editor.openNode('New Message');
	await editor.at('node-execute-button').click();
	await editor.at('node-run-status-success').waitFor();
	await editor.at('radio-button-json', editor.at('output-panel')).click();
	await picturePanel(editor, file);
};
