/** The names of our nodes, their credentials and their parameters: all that the sandbox knows of them. */
import type { WorkflowNode } from './workflow.ts';

/** The package of the nodes on npm. */
export const PACKAGE = 'n8n-nodes-voice-agent';

/** The types of credentials of the nodes: one holds an API key, the other the log-in of a user. */
export const API_KEY_CREDENTIAL = 'voiceAgentApi';
export const SESSION_CREDENTIAL = 'voiceAgentSessionApi';
export type CredentialType = typeof API_KEY_CREDENTIAL | typeof SESSION_CREDENTIAL;

/** The node that acts on the service. */
export const ACTION_NODE = 'voiceAgent';

/** The triggers, by the end of their types in n8n, and how each of them hears of things. */
export const TRIGGER_KINDS = {
	voiceAgentTrigger: 'webhook',
	voiceAgentPollingTrigger: 'polling',
	voiceAgentFunctionTrigger: 'function',
} as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[keyof typeof TRIGGER_KINDS];

/** The only event that is sent to the webhook URL of a chat-app account, and not to that of an API key. */
export const CHAT_APP_EVENT = 'chatapp.received';
/** The events that bring the reply of a person. */
export const REPLY_EVENTS = ['sms.received', CHAT_APP_EVENT];

/** Matches the nodes of the package, also where n8n loads them from a folder of its own. */
const OUR_NODE = new RegExp(`^(?:${PACKAGE}|CUSTOM)\\.${ACTION_NODE}`);

/** Tells if a node is one of ours, also as the tool of an agent. */
export function isOurs({ type }: Pick<WorkflowNode, 'type'>): boolean {
	return OUR_NODE.test(type);
}

/** Returns how a trigger of ours hears of things; undefined for other nodes. */
export function readTriggerKind(node: Pick<WorkflowNode, 'type'>): TriggerKind | undefined {
	const type = node.type.split('.').at(-1) ?? '';
	return isOurs(node) && Object.hasOwn(TRIGGER_KINDS, type)
		? TRIGGER_KINDS[type as keyof typeof TRIGGER_KINDS]
		: undefined;
}

/** Returns the events that start a trigger, e.g. `sms.received`; none for a trigger that receives no events. */
export function readEvents(node: WorkflowNode): string[] {
	const { events } = node.parameters;
	if (Array.isArray(events)) return events.map(String);
	// n8n does not store the value that a parameter has from the start.
	return events === undefined && readTriggerKind(node) === 'webhook' ? ['sms.received'] : [];
}

/** Returns the type of the credential that a node of ours uses. */
export function readCredentialType({ parameters }: WorkflowNode): CredentialType {
	return parameters.authentication === 'session' ? SESSION_CREDENTIAL : API_KEY_CREDENTIAL;
}

/**
 * Returns the name of the custom function that a trigger adds to an agent once it is published; undefined for other
 * nodes, and for a name that an expression makes.
 */
export function readFunctionName(node: WorkflowNode): string | undefined {
	const { name } = node.parameters;
	if (readTriggerKind(node) !== 'function' || typeof name !== 'string') return undefined;
	return name.startsWith('=') ? undefined : name;
}

/** Returns the ID of the agent that gets the function of a trigger; undefined if an expression chooses it. */
export function readFunctionAgent({ parameters: { agentId } }: WorkflowNode): string | undefined {
	const id = typeof agentId === 'string' ? agentId : (agentId as { value?: unknown } | undefined)?.value;
	return typeof id === 'string' && !id.startsWith('=') ? id : undefined;
}

/** Tells if an item is what a node of ours outputs while Preview Only is on: nothing was sent, and nobody called. */
export function isPreview({ preview, dry_run: dryRun }: Readonly<Record<string, unknown>>): boolean {
	return preview === true || dryRun === true;
}

/** Tells if a node asks a person and waits for the reply. */
export function asksPeople(node: WorkflowNode): boolean {
	return isOurs(node) && (node.parameters.operation === 'sendAndWait' || node.type.endsWith('HitlTool'));
}
