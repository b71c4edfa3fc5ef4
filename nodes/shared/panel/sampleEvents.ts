import type { INodeProperties } from 'n8n-workflow';

/** Says in the panel of a trigger how to build a workflow before the first event. */
export const sampleEventsNotice: INodeProperties = {
	displayName:
		'To build the workflow before the first event, choose "set mock data" under Output and paste one of the <a href="https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/sample-events.md" target="_blank">sample events</a>. Its fields can then be dragged into the other nodes, and your own events have the same ones.',
	name: 'sampleEventsNotice',
	type: 'notice',
	default: '',
};
