/** A small workflow that answers an SMS by chat app, and some that do it wrongly in ways that only n8n shows. */
import { chainOf, node } from '../../../playground/workflow.ts';
import type { WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';

export const DANA = '14155550123';
const OURS = 'n8n-nodes-voice-agent.voiceAgent';
const BASE = 'n8n-nodes-base.';
const AGENTS = '@n8n/n8n-nodes-langchain.';
const SENT_TEXT = 'You wrote: Open on Sunday?';

const TEN_MINUTES = { limitType: 'afterTimeInterval', resumeAmount: 10, resumeUnit: 'minutes' };

/** Puts workflows into one. */
export function together(first: WorkflowFile, ...others: WorkflowFile[]): WorkflowFile {
	return {
		...first,
		nodes: [first, ...others].flatMap(({ nodes }) => nodes),
		connections: Object.assign({}, ...[first, ...others].map(({ connections }) => connections)),
	};
}

/** What the workflows of a test refer to in n8n. */
export interface Stored {
	/** The ID of a credential for a real account, to which no test may send anything. */
	readonly credential: string;
	/** The address of that account. */
	readonly production: string;
	/** The IDs of sub-workflows. */
	readonly wrongNumber: string;
	readonly failing: string;
}

/** The node kinds of a workflow whose nodes use a credential. */
export const kindsOf = ({ credential: id }: Pick<Stored, 'credential'>) => {
	const credentials = { voiceAgentApi: { id, name: 'Real' } };
	const ours = (name: string, type: string, parameters: object, more: Partial<WorkflowNode> = {}) =>
		node(name, `${OURS}${type}`, parameters as Record<string, unknown>, { credentials, ...more });
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const byNumber = (value: string) => ({ __rl: true, mode: 'number', value });
	return {
		trigger: (events = ['sms.received'], name = 'SMS', more: Partial<WorkflowNode> = {}) =>
			ours(name, 'Trigger', { events }, { webhookId: `original-${name}`, ...more }),
		polling: (direction: string) =>
			ours('Poll', 'PollingTrigger', { direction, pollTimes: { item: [{ mode: 'everyMinute' }] } }),
		/** A trigger that gives an agent of the sandbox a function. */
		functionTrigger: (name: string) =>
			ours(
				'Function',
				'FunctionTrigger',
				{
					...{
						agentId: byId('866e7185-8186-53e7-a43f-cc9ed0f4ec35'),
						name,
						description: 'Looks up an order',
					},
					parameters: { parameter: [{ name: 'order_number', type: 'string', required: true }] },
				},
				{ typeVersion: 2, webhookId: 'original-function' },
			),
		send: (name = 'Answer', parameters: object = {}, more: Partial<WorkflowNode> = {}) =>
			ours(
				name,
				'',
				{
					...{ resource: 'message', operation: 'send', phoneNumberId: byId('106540352242922') },
					...{ recipientWaId: byNumber(DANA), message: SENT_TEXT, ...parameters },
				},
				more,
			),
		ask: (options: object = {}) =>
			ours('Ask', '', {
				options,
				...{ resource: 'message', operation: 'sendAndWait', phoneNumberId: byId('106540352242922') },
				...{ recipientWaId: byNumber(DANA), message: 'Shall we call you?', responseType: 'approval' },
			}),
		http: (url: string, name = 'Call') =>
			node(
				name,
				`${BASE}httpRequest`,
				{
					...{ method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '{}' },
					...{ authentication: 'predefinedCredentialType', nodeCredentialType: 'voiceAgentApi' },
				},
				{ typeVersion: 4.2, credentials },
			),
		code: (jsCode: string, name = 'Code', more: Partial<WorkflowNode> = {}) =>
			node(name, `${BASE}code`, { jsCode }, { typeVersion: 2, ...more }),
		noOp: (name: string, more: Partial<WorkflowNode> = {}) => node(name, `${BASE}noOp`, {}, more),
		callStored: (id: string, more: Partial<WorkflowNode> = {}) =>
			node('Call Sub', `${BASE}executeWorkflow`, { workflowId: byId(id) }, { typeVersion: 1.2, ...more }),
		toolWorkflow: (name: string, id: string) =>
			node(
				name,
				`${AGENTS}toolWorkflow`,
				{
					...{ description: name, source: 'database', workflowId: byId(id) },
					workflowInputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
				},
				{ typeVersion: 2.2 },
			),
		callInline: (file: WorkflowFile) =>
			node(
				'Call Inline',
				`${BASE}executeWorkflow`,
				{ source: 'parameter', workflowJson: JSON.stringify(file) },
				{ typeVersion: 1.2 },
			),
		called: (...nodes: WorkflowNode[]) =>
			chainOf('Sub', [
				node('Called', `${BASE}executeWorkflowTrigger`, { inputSource: 'passthrough' }, { typeVersion: 1.1 }),
				...nodes,
			]),
	};
};

/**
 * Returns workflows that are broken, each with what a test of it has to say: the lines after its title, or the reason
 * why it could not run; and with the steps of its scenario, if it has one of its own.
 */
export function brokenWorkflows(
	stored: Stored,
): Record<string, [file: WorkflowFile, words: RegExp, steps?: object[]]> {
	const { trigger, ask, send, code, callStored, noOp } = kindsOf(stored);
	const chain = (...nodes: WorkflowNode[]) => chainOf('Answer', [trigger(), ...nodes]);
	const goesOn = { onError: 'continueRegularOutput' };
	return {
		'hides-an-error-and-goes-on': [
			chain(send('Tell', { phoneNumberId: { __rl: true, mode: 'id', value: '999' } }, goesOn), send()),
			/✗ Execution \d+ hides an error of "Tell": /,
		],
		'fails-before-the-answer': [
			chain(code('throw new Error("Oh");'), send()),
			/✗ Dana is answered.*\n {6}Nothing came\. n8n ran execution \d+: error at "Code" \(.*Oh/,
		],
		'sub-workflow-wrong-number': [
			chain(callStored(stored.wrongNumber)),
			/✗ Dana is answered.*\n {6}1 came: chatapp to 14155550199/,
		],
		'sub-workflow-fails-unseen': [
			chain(callStored(stored.failing, goesOn), send()),
			/✗ Execution \d+ (?:hides an error of "Call Sub"|failed at "Tell")/,
		],
		'answered-after-the-question-has-timed-out': [
			together(
				chainOf('Ask', [
					node('Every Morning', `${BASE}scheduleTrigger`),
					ask({ limitWaitTime: { values: TEN_MINUTES } }),
					noOp('Decided'),
				]),
				chainOf('Replies', [trigger(['chatapp.received'], 'Replies'), noOp('Not a Reply')]),
			),
			/✗ "Dana says yes" comes after the end of a wait: execution \d+ waits until /,
			[
				{
					note: 'Dana has written before',
					call: 'POST /events/chatapp.received',
					body: { from_number: DANA },
				},
				{ note: 'The day begins', start: 'Every Morning' },
				{ note: 'Dana is asked', expect: { message: { to: DANA, text: 'Shall we call', count: 1 } } },
				{ note: 'Dana says yes', call: 'POST /replies', body: { body: 'Yes' }, after: '1h' },
				{ note: 'The reply is read', expect: { execution: { last_node: 'Decided' } } },
			],
		],
		'never-ends': [
			chain(send(), code('await new Promise(() => undefined);')),
			/✗ Execution \d+ still ran after a minute of waiting for its end, and was stopped/,
		],
		'cannot-be-published': [
			chain(send(), node('Request', `${BASE}httpRequest`, { url: '' }, { typeVersion: 4.2 })),
			/could not run\n"Answer": This n8n answered 400 .*Request/s,
		],
	};
}
