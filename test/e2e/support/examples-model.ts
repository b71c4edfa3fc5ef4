/** A language model whose answers are written beforehand, behind OpenAI's chat-completions interface. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** One answer of the model: a text, or tools to use first. */
export type Answer =
	{ text: string } | { tools: Array<{ name: string; arguments: Record<string, unknown> }> };

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
	const server = createServer(async (request, response) => {
		const body = await textOf(request);
		if (!request.url?.endsWith('/chat/completions')) {
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
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		script(answers) {
			left = [...answers];
			requests.length = 0;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
