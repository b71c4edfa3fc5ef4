/**
 * `chatapp.received` events as the trigger takes them: by the token of
 * their URL, then through its own `execute`.
 */
import { randomUUID } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IDataObject, INode, WorkflowExecuteMode } from 'n8n-workflow';

import type { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { node as nodeOf, type Flow } from './n8n-engine';
import { receive, type Reception } from './trigger-webhook';
import type { WaitingN8n } from './waiting-n8n';

const TOKEN = 'token-of-the-chat-app-9Zt8';

const credential = { baseUrl: 'https://service.example', apiKey: 'k', chatAppToken: TOKEN };

const flowOf = (options: IDataObject, more: Partial<INode> = {}): Flow => ({
	nodes: [
		nodeOf('Start', 'test.passThrough'),
		nodeOf(
			'Trigger',
			'n8n-nodes-voice-agent.voiceAgentTrigger',
			{
				events: ['chatapp.received'],
				acknowledge: 'onReceived',
				options,
			},
			{ id: randomUUID(), credentials: { voiceAgentApi: { id: '1', name: 'test' } }, ...more },
		),
	],
	connections: { Start: { main: [[{ node: 'Trigger', type: 'main', index: 0 }]] } },
});

/** An event of the chat app, the metadata of the message that it answers in it. */
export const chatEvent = (text: string, metadata: unknown): IDataObject => ({
	event: 'chatapp.received',
	data: { id: randomUUID(), from_number: '14155550123', body: text, metadata: metadata as IDataObject },
});

/** A trigger that remembers nothing of what this process has done: of another process, or after a restart. */
export function triggerOfAnotherProcess(): VoiceAgentTrigger {
	let trigger: VoiceAgentTrigger | undefined;
	jest.isolateModules(() => {
		const path = '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
		const module = jest.requireActual<{ VoiceAgentTrigger: new () => VoiceAgentTrigger }>(path);
		trigger = new module.VoiceAgentTrigger();
	});
	return trigger as VoiceAgentTrigger;
}

/** Lets the trigger take an event. */
export async function takeEvent(
	n8n: WaitingN8n,
	event: IDataObject,
	options: IDataObject = {},
	{
		trigger,
		mode,
		node,
		account,
	}: {
		trigger?: VoiceAgentTrigger;
		mode?: WorkflowExecuteMode;
		node?: Partial<INode>;
		/** The service that the trigger reads; none by default. */
		account?: ICredentialDataDecryptedObject | undefined;
	} = {},
): Promise<Reception & { items: IDataObject[]; hint: string | undefined }> {
	const { webhookWaitingBaseUrl } = n8n;
	const ownCredential = { ...credential, ...account };
	const reception = await receive({
		rawBody: JSON.stringify(event),
		query: { token: TOKEN },
		parameters: { events: ['chatapp.received'], options: { deduplicate: false, ...options } },
		credential: ownCredential,
		webhookWaitingBaseUrl,
		...(node?.id !== undefined && { nodeId: node.id }),
		...(trigger && { trigger }),
	});
	if (!reception.started) return { ...reception, items: [], hint: undefined };
	const items = reception.started.map((json) => ({ json }));
	const { run } = await n8n.run(
		flowOf({ deduplicate: false, ...options }, node),
		items,
		{ voiceAgentApi: ownCredential },
		{ ...(mode && { mode }) },
	);
	const [task] = run.data.resultData.runData.Trigger ?? [];
	return {
		...reception,
		items: task?.data?.main?.[0]?.map(({ json }) => json) ?? [],
		hint: task?.hints?.[0]?.message,
	};
}
