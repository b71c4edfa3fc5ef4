/** A language model whose answers are written beforehand, behind OpenAI's interface for chats and transcriptions. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

interface Words {
	text: string;
}

interface ToolCalls {
	tools: Array<{ name: string; arguments: Record<string, unknown> }>;
}

/** One answer of the model: a text, tools to use first, or a refusal with status 400. */
export type Answer = Words | ToolCalls | { refusal: string };

/** A request to the model. */
export interface ModelRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; description: string; parameters: object } }>;
	stream?: boolean;
}

export interface Model {
	/** Without a slash at the end, and without `/v1`. */
	url: string;
	/** The requests since its script was set. */
	requests: ModelRequest[];
	/** The names of the audio files that it has transcribed, by the text that comes next in its script. */
	transcribed: string[];
	/** Sets what it answers from now on, one after the other. */
	script(answers: Answer[]): void;
	stop(): Promise<void>;
}

const messageOf = (answer: Words | ToolCalls) =>
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

const reasonOf = (answer: Words | ToolCalls) => ('text' in answer ? 'stop' : 'tool_calls');

/** Starts the model on a free port of the loopback address. */
export async function startModel(): Promise<Model> {
	const requests: ModelRequest[] = [];
	const transcribed: string[] = [];
	let left: Answer[] = [];
	const server = createServer(async (request, response) => {
		const body = await textOf(request);
		if (request.url?.endsWith('/audio/transcriptions')) {
			transcribed.push(/filename="([^"]+)"/.exec(body)?.[1] ?? '');
			const answer = left.shift();
			const text = answer && 'text' in answer ? answer.text : '';
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }));
			return;
		}
		if (!request.url?.endsWith('/chat/completions')) {
			response.writeHead(404).end('{}');
			return;
		}
		const asked = JSON.parse(body) as ModelRequest;
		requests.push(asked);
		const answer = left.shift() ?? { text: 'The script has come to its end.' };
		if ('refusal' in answer) {
			response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: { message: answer.refusal } }));
			return;
		}
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
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		transcribed,
		script(answers) {
			left = [...answers];
			requests.length = 0;
			transcribed.length = 0;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
