/**
 * The part of n8n that n8n-core leaves out: keeps executions that wait, and takes at `/webhook-waiting` what
 * they wait for, by n8n's rules. Nodes, contexts, signatures and the execution itself are n8n's own.
 */
import 'reflect-metadata';

import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { Container } from '@n8n/di';
import {
	generateUrlSignature,
	InstanceSettings,
	prepareUrlForSigning,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWebhookData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import {
	additionalDataFor,
	runFlow,
	workflowOf,
	type Credentials,
	type ExecutionAddress,
	type Flow,
} from './n8n-engine';
import { startReceiver, type Received, type Receiver } from './http-server.ts';

const node = new VoiceAgent();

const pageOf = (title: string): string =>
	`<!DOCTYPE html><html><head><title>${title}</title></head><body>` +
	'<a href="https://n8n.io/">n8n</a></body></html>';

/** The pages that n8n shows for an execution that is over, and for a signature that is not its own. */
const OVER = pageOf('No action required');
const NOT_SIGNED = pageOf('Invalid Form Link');

/** The answer of n8n when it could not resume an execution. */
const NOT_RESUMED = 'There was a problem executing the workflow';

const messageOf = (code: number, message: string): string => JSON.stringify({ code, message });

interface Execution {
	flow: Flow;
	credentials: Credentials;
	/** n8n stores text: what does not survive that is lost. */
	stored: string | undefined;
	run: IRun | undefined;
	/** The data that n8n has stored of it, also while it runs again. */
	data?: string;
	isCancelled?: boolean;
	/** Called when it has come to its end. */
	ended: (run: IRun) => void;
}

/** An answer by something that stands before n8n. */
export interface Interception {
	status: number;
	headers?: Record<string, string>;
	text?: string;
}

export interface Taken {
	path: string;
	status: number;
	body: string;
}

export class WaitingN8n {
	/** Everything that was sent here, oldest first. */
	readonly taken: Taken[] = [];
	/** The warnings and errors that nodes have logged when a reply came. */
	readonly logged: string[] = [];
	/** Answers a request to a path in the place of n8n, unless it returns undefined. */
	intercept: (path: string) => Interception | undefined = () => undefined;
	/** The path that a proxy takes off before n8n, such as `/n8n`, with which n8n knows its own address. */
	path = '';
	/** Replaces what n8n has answered to a request that it has carried out, unless it returns undefined. */
	replaceAnswer: (path: string) => Interception | undefined = () => undefined;
	readonly #executions = new Map<string, Execution>();
	#count = 100;

	private constructor(private readonly receiver: Receiver) {
		receiver.answer = (request, response) => void this.#answer(request, response);
	}

	static async start(): Promise<WaitingN8n> {
		return new WaitingN8n(await startReceiver());
	}

	async stop(): Promise<void> {
		await this.receiver.close();
	}

	get origin(): string {
		return this.receiver.url;
	}

	get webhookWaitingBaseUrl(): string {
		return `${this.origin}${this.path}/webhook-waiting`;
	}

	/** Hands a reply over as the trigger does. */
	async reply(reference: string, payload: IDataObject): Promise<{ status: number; body: unknown }> {
		const response = await fetch(`${this.webhookWaitingBaseUrl}/${reference}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ payload, receivedAt: '2026-05-31T12:00:00.000Z' }),
		});
		return { status: response.status, body: await response.json() };
	}

	/**
	 * Runs a workflow as {@link runFlow} does, as an execution with a number of its own.
	 *
	 * @param options.executionTimeoutTimestamp when n8n cancels the execution
	 * @param options.stored settles when n8n has stored how far it has come; at once by default
	 * @returns the run up to where it waits or ends, its id, and its end
	 */
	async run(
		flow: Flow,
		items: INodeExecutionData[],
		credentials: Credentials,
		{
			stored,
			mode = 'trigger',
			executionTimeoutTimestamp,
		}: {
			stored?: Promise<unknown>;
			mode?: WorkflowExecuteMode;
			executionTimeoutTimestamp?: number;
		} = {},
	): Promise<{ id: string; run: IRun; end: Promise<IRun> }> {
		const id = String(++this.#count);
		let ended: (run: IRun) => void = () => {};
		const end = new Promise<IRun>((resolve) => (ended = resolve));
		const execution: Execution = { flow, credentials, stored: undefined, run: undefined, ended };
		this.#executions.set(id, execution);
		const address = {
			...this.#addressOf(id),
			...(executionTimeoutTimestamp && { executionTimeoutTimestamp }),
		};
		const run = await runFlow(flow, items, credentials, { mode, address });
		if (stored) void stored.then(() => this.#store(execution, run));
		else this.#store(execution, run);
		return { id, run, end };
	}

	/** Goes on with an execution whose time to wait is up. @throws Error if it does not wait. */
	async timeOut(id: string): Promise<IRun> {
		const execution = this.#executions.get(id);
		if (execution?.stored === undefined) throw new Error(`Execution ${id} does not wait`);
		const { flow, credentials, stored } = execution;
		execution.stored = undefined;
		execution.run = undefined;
		const additionalData = additionalDataFor(credentials, undefined, this.#addressOf(id));
		const data = JSON.parse(stored) as IRunExecutionData;
		const run = await new WorkflowExecute(additionalData, 'trigger', data).processRunExecutionData(
			workflowOf(flow),
		);
		this.#store(execution, run);
		return run;
	}

	/** Ends an execution that waits, as a person does. */
	cancel(id: string): void {
		const execution = this.#executions.get(id);
		if (execution) execution.isCancelled = true;
	}

	#addressOf(executionId: string): ExecutionAddress {
		return {
			executionId,
			webhookWaitingBaseUrl: this.webhookWaitingBaseUrl,
			getRunExecutionData: async (id) => {
				const data = this.#executions.get(id)?.data;
				return data === undefined ? undefined : (JSON.parse(data) as IRunExecutionData);
			},
		};
	}

	#store(execution: Execution, run: IRun): void {
		if (execution.run) return;
		execution.run = run;
		execution.data = JSON.stringify(run.data);
		if (run.waitTill) execution.stored = execution.data;
		else execution.ended(run);
	}

	async #answer({ path: sentPath, body }: Received, response: ServerResponse): Promise<void> {
		const path = sentPath.slice(sentPath.startsWith(`${this.path}/`) ? this.path.length : 0);
		const intercepted = this.intercept(path);
		const answer: Interception =
			intercepted ??
			(await this.#take(path, body, response).catch((error: Error) => ({
				status: 500,
				text: messageOf(0, error.message),
			})));
		if (!intercepted) this.taken.push({ path, status: answer.status, body });
		const { status, text = '', headers } = (intercepted ? undefined : this.replaceAnswer(path)) ?? answer;
		const type = text.startsWith('<') ? 'text/html' : 'application/json';
		response.writeHead(status, { 'content-type': type, ...headers });
		response.end(text);
	}

	async #take(
		path: string,
		body: string,
		response: ServerResponse,
	): Promise<{ status: number; text: string }> {
		const url = new URL(path, this.origin);
		const [, , id = '', nodeId = ''] = url.pathname.split('/');
		const execution = this.#executions.get(id);
		const the = `The execution "${id}"`;
		if (!execution) return { status: 404, text: messageOf(404, `${the} does not exist.`) };
		if (!isSigned(url)) return { status: 401, text: NOT_SIGNED };
		if (!execution.run) return { status: 409, text: messageOf(409, `${the} is running already.`) };
		if (execution.stored === undefined) {
			return execution.run.data.resultData.error
				? { status: 409, text: messageOf(409, `${the} has finished with error.`) }
				: { status: 200, text: OVER };
		}
		const { stored } = execution;
		const data = JSON.parse(execution.stored) as IRunExecutionData;
		const [entry] = data.executionData?.nodeExecutionStack ?? [];
		if (entry?.node.id !== nodeId) return { status: 200, text: OVER };
		entry.node.disabled = true;
		delete data.waitTill;
		data.resultData.runData[entry.node.name]?.pop();

		const { flow, credentials } = execution;
		const additionalData = additionalDataFor(credentials, undefined, this.#addressOf(id));
		const sent = { status: 200, text: '' };
		additionalData.httpRequest = {
			body: JSON.parse(body || '{}') as object,
			headers: {},
			params: {},
			query: Object.fromEntries(url.searchParams),
		} as never;
		additionalData.httpResponse = {
			status(code: number) {
				sent.status = code;
				return this;
			},
			json: (value: unknown) => (sent.text = JSON.stringify(value)),
			once: (event: string, listener: () => void) => response.once(event, listener),
			get statusCode() {
				return response.statusCode;
			},
		} as never;
		const workflow = workflowOf(flow);
		const webhookData = { webhookDescription: node.description.webhooks?.[0] } as IWebhookData;
		const own = workflow.getNode(entry.node.name);
		if (!own) throw new Error('The node is gone');
		await workflow.expression.acquireIsolate();
		const context = new WebhookContext(workflow, own, additionalData, 'trigger', webhookData, [], data);
		const log = (line: string) => void this.logged.push(line);
		const logger = { debug: () => {}, info: () => {}, warn: log, error: log };
		Object.defineProperty(context, 'logger', { value: logger });
		const result = await node.webhook.call(context);
		if (result.noWebhookResponse) return sent;
		const text = JSON.stringify(result.webhookResponse);
		if (result.workflowData) {
			// n8n is busy with its database meanwhile, and another may be first.
			await delay(20);
			if (execution.stored !== stored || execution.isCancelled) throw new Error(NOT_RESUMED);
			entry.data.main = result.workflowData;
			execution.stored = undefined;
			execution.run = undefined;
			execution.data = JSON.stringify(data);
			const run = await new WorkflowExecute(additionalData, 'trigger', data).processRunExecutionData(
				workflow,
			);
			this.#store(execution, run);
		}
		return { status: 200, text };
	}
}

/** Checks the signature of a URL, as n8n does before it calls the node. */
function isSigned(url: URL): boolean {
	const given = Buffer.from(url.searchParams.get('signature') ?? '');
	const unsigned = new URL(url);
	unsigned.searchParams.delete('signature');
	const { hmacSignatureSecret } = Container.get(InstanceSettings);
	const expected = Buffer.from(generateUrlSignature(prepareUrlForSigning(unsigned), hmacSignatureSecret));
	return given.length === expected.length && timingSafeEqual(given, expected);
}
