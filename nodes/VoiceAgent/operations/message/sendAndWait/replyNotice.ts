import type { INodeProperties } from 'n8n-workflow';

const SET_UP_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/send-and-wait.md';

/** Tells what the operation needs besides its parameters. A node cannot find out whether n8n has it. */
export const replyNotice: INodeProperties = {
	displayName: `To receive the reply, n8n needs a published workflow with a Voice Agent Trigger that has the event Chat-App Message Received and is connected to the same business number. <a href="${SET_UP_URL}" target="_blank">Set it up</a>`,
	name: 'replyNotice',
	type: 'notice',
	default: '',
};
