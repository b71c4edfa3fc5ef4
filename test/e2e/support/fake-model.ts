/** A language model whose answers are written beforehand, behind OpenAI's interface for chats. */
import { node } from '../../../playground/workflow.ts';
import type { WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { startReceiver } from '../../support/http-server.ts';

interface Words {
	text: string;
}

interface ToolCalls {
	tools: Array<{ name: string; arguments: Record<string, unknown> }>;
}

/** One answer of the model: a text, or tools to use first. */
export type Answer = Words | ToolCalls;

/** A request to the model. */
interface ModelRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; description: string; parameters: object } }>;
	stream?: boolean;
}

export interface Model {
	/** Without a slash at the end, and without `/v1`. */
	url: string;
	/** The requests since its script was set. */
	requests: ModelRequest[];
	/** Sets what it answers from now on, one after the other. */
	script(answers: Answer[]): void;
	stop(): Promise<void>;
}

const messageOf = (answer: Answer) =>
	'text' in answer
		? { role: 'assistant', content: answer.text }
		: {
				role: 'assistant',
				content: null,
				tool_calls: answer.tools.map((tool, index) => ({
					index,
					id: `call_${tool.name}_${index}`,
					type: 'function',
					function: { name: tool.name, arguments: JSON.stringify(tool.arguments) },
				})),
			};

const reasonOf = (answer: Answer) => ('text' in answer ? 'stop' : 'tool_calls');

/** Starts the model on a free port of the loopback address. */
export async function startModel(): Promise<Model> {
	const requests: ModelRequest[] = [];
	let left: Answer[] = [];
	const receiver = await startReceiver();
	receiver.answer = ({ path, body }, response) => {
		if (!path.endsWith('/chat/completions')) {
			response.writeHead(404).end('{}');
			return;
		}
		const asked = JSON.parse(body) as ModelRequest;
		requests.push(asked);
		const answer = left.shift() ?? { text: 'The script has come to its end.' };
		const record = { id: `chatcmpl-${requests.length}`, created: 1_780_000_000, model: 'scripted' };
		if (asked.stream) {
			const chunk = { ...record, object: 'chat.completion.chunk' };
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			for (const choice of [
				{ index: 0, delta: messageOf(answer), finish_reason: null },
				{ index: 0, delta: {}, finish_reason: reasonOf(answer) },
			]) {
				response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`);
			}
			response.end('data: [DONE]\n\n');
			return;
		}
		response.writeHead(200, { 'content-type': 'application/json' }).end(
			JSON.stringify({
				...record,
				object: 'chat.completion',
				choices: [{ index: 0, message: messageOf(answer), finish_reason: reasonOf(answer) }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		);
	};
	return {
		url: receiver.url,
		requests,
		script(answers) {
			left = [...answers];
			requests.length = 0;
		},
		stop: () => receiver.close(),
	};
}

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** An AI agent of n8n's. */
export const agentNode = (parameters: Record<string, unknown>, typeVersion = 3.1): WorkflowNode =>
	node('Agent', `${LANGCHAIN}.agent`, { promptType: 'define', options: {}, ...parameters }, { typeVersion });

/** The node by which an agent asks the model. */
export const modelNode = (credential: string): WorkflowNode =>
	node(
		'Model',
		`${LANGCHAIN}.lmChatOpenAi`,
		{ model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, responsesApiEnabled: false, options: {} },
		{ typeVersion: 1.3, credentials: { openAiApi: { id: credential, name: 'Model' } } },
	);

/** What n8n's credential for the model holds. */
export const modelAccess = ({ url }: Model): Record<string, unknown> => ({
	apiKey: 'any',
	url: `${url}/v1`,
	header: false,
});

/** Adds to a workflow the nodes that serve one of its nodes, each by its kind, e.g. `ai_memory`. */
export function withSubNodes<File extends WorkflowFile>(
	file: File,
	root: string,
	subNodes: Record<string, WorkflowNode>,
): File {
	const connections = Object.entries(subNodes).map(([type, { name }]) => [
		name,
		{ [type]: [[{ node: root, type, index: 0 }]] },
	]);
	return {
		...file,
		nodes: [...file.nodes, ...Object.values(subNodes)],
		connections: { ...file.connections, ...(Object.fromEntries(connections) as object) },
	};
}
