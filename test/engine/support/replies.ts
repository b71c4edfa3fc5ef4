/** `chatapp.received` events as the trigger takes them: by the token of their URL, then through its own `execute`. */
import { randomUUID } from 'node:crypto';

import type { IDataObject, IRun } from 'n8n-workflow';

import { node, type Flow } from './engine';
import { receive } from './webhook';
import type { WaitingN8n } from './waiting-n8n';

export const TOKEN = 'token-of-the-chat-app-9Zt8';

const credential = { baseUrl: 'https://service.example', apiKey: 'k', chatAppToken: TOKEN };

const flowOf = (options: IDataObject): Flow => ({
	nodes: [
		node('Start', 'test.passThrough'),
		node(
			'Trigger',
			'n8n-nodes-voice-agent.voiceAgentTrigger',
			{
				events: ['chatapp.received'],
				acknowledge: 'onReceived',
				options,
			},
			{ id: randomUUID(), credentials: { voiceAgentApi: { id: '1', name: 'test' } } },
		),
	],
	connections: { Start: { main: [[{ node: 'Trigger', type: 'main', index: 0 }]] } },
});

/** An event of the chat app, the metadata of the message that it answers in it. */
export const chatEvent = (text: string, metadata: unknown): IDataObject => ({
	event: 'chatapp.received',
	data: { id: randomUUID(), from_number: '14155550123', body: text, metadata: metadata as IDataObject },
});

/** Lets the trigger take an event. */
export async function takeEvent(
	n8n: WaitingN8n,
	event: IDataObject,
	options: IDataObject = {},
): Promise<{ run: IRun; items: IDataObject[]; hint: string | undefined }> {
	const { started = [] } = await receive({
		rawBody: JSON.stringify(event),
		query: { token: TOKEN },
		parameters: { events: ['chatapp.received'] },
		credential,
	});
	const items = started.map((json) => ({ json }));
	const { run } = await n8n.run(flowOf({ deduplicate: false, ...options }), items, {
		voiceAgentApi: credential,
	});
	const [task] = run.data.resultData.runData.Trigger ?? [];
	return {
		run,
		items: task?.data?.main?.[0]?.map(({ json }) => json) ?? [],
		hint: task?.hints?.[0]?.message,
	};
}
