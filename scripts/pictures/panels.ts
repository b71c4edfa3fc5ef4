import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../playground/n8n-client.ts';
import type { Editor } from '../editor.ts';
import type { World } from './world.ts';

/** Small, so that what is written stays readable in a README. */
const panelSize = { width: 1200, height: 640 };

const besideThePanel = '.el-notification, [data-test-id="floating-nodes"] { visibility: hidden !important }';

/** A node by hand, then the action node. */
const getAnAgent: WorkflowFile = {
	name: 'Get an agent',
	nodes: [
		{
			id: randomUUID(),
			name: 'By Hand',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: randomUUID(),
			name: 'Get an agent',
			type: 'n8n-nodes-voice-agent.voiceAgent',
			typeVersion: 1,
			position: [220, 0],
			parameters: { resource: 'agent', operation: 'get' },
		},
	],
	connections: { 'By Hand': { main: [[{ node: 'Get an agent', type: 'main', index: 0 }]] } },
};

const picturePanel = async (editor: Editor, file: string): Promise<void> => {
	await editor.page.addStyleTag({ content: besideThePanel });
	// Away from what would light up.
	await editor.page.mouse.move(0, 0);
	await editor.at('ndv').screenshot({ path: file, animations: 'disabled' });
};

/** Pictures the panel of the action node with the output of a run. */
export const pictureNodePanel = async (editor: Editor, world: World, file: string): Promise<void> => {
	await editor.openWorkflow(await world.store(getAnAgent));
	await editor.page.setViewportSize(panelSize);
	await editor.openNode('Get an agent');
	await editor.chooseFromList('agentId', 'Front desk');
	await editor.at('node-execute-button').click();
	await editor.at('node-run-status-success').waitFor();
	await editor.at('radio-button-json', editor.at('output-panel')).click();
	await picturePanel(editor, file);
};

/** Pictures the panel of the trigger with its production URL. */
export const pictureTriggerPanel = async (editor: Editor, world: World, file: string): Promise<void> => {
	await editor.openWorkflow(world.demo.workflowId ?? '');
	await editor.page.setViewportSize(panelSize);
	await editor.openNode('SMS Received');
	await editor.page.getByText('Webhook URLs').click();
	await editor.at('radio-button-production').click();
	await picturePanel(editor, file);
};
