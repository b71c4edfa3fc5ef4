/**
 * The part of n8n that n8n-core leaves out: keeps executions that wait, and takes at `/webhook-waiting` what they wait for, by n8n's
 * rules. Nodes, contexts, signatures and the execution itself are n8n's own.
 */
import 'reflect-metadata';

import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Container } from '@n8n/di';
import {
	generateUrlSignature,
	InstanceSettings,
	prepareUrlForSigning,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import type { IDataObject, INodeExecutionData, IRun, IRunExecutionData, IWebhookData } from 'n8n-workflow';

import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { additionalDataFor, runFlow, workflowOf, type Credentials, type Flow } from './engine';

const node = new VoiceAgent();

/** What n8n shows for an execution that is over. */
const PAGE = '<!DOCTYPE html><html><body>No action required</body></html>';

interface Execution {
	flow: Flow;
	credentials: Credentials;
	/** n8n stores text: what does not survive that is lost. */
	stored: string | undefined;
	run: IRun | undefined;
	/** Called when it has come to its end. */
	ended: (run: IRun) => void;
}

export interface Taken {
	path: string;
	status: number;
	body: string;
}

export class WaitingN8n {
	/** Everything that was sent here, oldest first. */
	readonly taken: Taken[] = [];
	/** Whether n8n is to fail at the next request, as without its database. */
	failsNext = false;
	readonly #executions = new Map<string, Execution>();
	readonly #server = createServer((request, response) => void this.#answer(request, response));
	#count = 100;

	static async start(): Promise<WaitingN8n> {
		const self = new WaitingN8n();
		self.#server.listen(0, '127.0.0.1');
		await once(self.#server, 'listening');
		return self;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	get webhookWaitingBaseUrl(): string {
		return `${this.origin}/webhook-waiting`;
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
	 * @returns the run up to where it waits or ends, its id, and its end
	 */
	async run(
		flow: Flow,
		items: INodeExecutionData[],
		credentials: Credentials,
		storedAfterMs = 0,
	): Promise<{ id: string; run: IRun; end: Promise<IRun> }> {
		const id = String(++this.#count);
		let ended: (run: IRun) => void = () => {};
		const end = new Promise<IRun>((resolve) => (ended = resolve));
		const execution: Execution = { flow, credentials, stored: undefined, run: undefined, ended };
		this.#executions.set(id, execution);
		const address = { executionId: id, webhookWaitingBaseUrl: this.webhookWaitingBaseUrl };
		const run = await runFlow(flow, items, credentials, { mode: 'trigger', address });
		setTimeout(() => this.#store(execution, run), storedAfterMs);
		if (storedAfterMs === 0) this.#store(execution, run);
		return { id, run, end };
	}

	#store(execution: Execution, run: IRun): void {
		if (execution.run) return;
		execution.run = run;
		if (run.waitTill) execution.stored = JSON.stringify(run.data);
		else execution.ended(run);
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const path = request.url ?? '';
		const { status, text } = await this.#take(path, body).catch((error: Error) => ({
			status: 500,
			text: error.message,
		}));
		this.taken.push({ path, status, body });
		response.writeHead(status, { 'content-type': text.startsWith('<') ? 'text/html' : 'application/json' });
		response.end(text);
	}

	async #take(path: string, body: string): Promise<{ status: number; text: string }> {
		if (this.failsNext) {
			this.failsNext = false;
			throw new Error('No database');
		}
		const url = new URL(path, this.origin);
		const [, , id = '', nodeId = ''] = url.pathname.split('/');
		const execution = this.#executions.get(id);
		if (!execution) return { status: 404, text: '{"message":"does not exist"}' };
		if (!isSigned(url)) return { status: 401, text: '<html>Invalid token</html>' };
		if (!execution.run) return { status: 409, text: '{"message":"is running already"}' };
		if (execution.stored === undefined) return { status: 200, text: PAGE };

		const data = JSON.parse(execution.stored) as IRunExecutionData;
		const [entry] = data.executionData?.nodeExecutionStack ?? [];
		if (entry?.node.id !== nodeId) return { status: 404, text: '{"message":"no such webhook"}' };
		entry.node.disabled = true;
		delete data.waitTill;
		data.resultData.runData[entry.node.name]?.pop();

		const { flow, credentials } = execution;
		const address = { executionId: id, webhookWaitingBaseUrl: this.webhookWaitingBaseUrl };
		const additionalData = additionalDataFor(credentials, undefined, address);
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
		} as never;
		const workflow = workflowOf(flow);
		const webhookData = { webhookDescription: node.description.webhooks?.[0] } as IWebhookData;
		const own = workflow.getNode(entry.node.name);
		if (!own) throw new Error('The node is gone');
		await workflow.expression.acquireIsolate();
		const context = new WebhookContext(workflow, own, additionalData, 'trigger', webhookData, [], data);
		const result = await node.webhook.call(context);
		if (result.noWebhookResponse) return sent;
		const text = JSON.stringify(result.webhookResponse);
		if (result.workflowData) {
			execution.stored = undefined;
			entry.data.main = result.workflowData;
			execution.run = undefined;
			const run = await new WorkflowExecute(additionalData, 'trigger', data).processRunExecutionData(
				workflow,
			);
			this.#store(execution, run);
		}
		return { status: 200, text };
	}
}

/** What n8n does before it calls the node. */
function isSigned(url: URL): boolean {
	const given = Buffer.from(url.searchParams.get('signature') ?? '');
	const unsigned = new URL(url);
	unsigned.searchParams.delete('signature');
	const { hmacSignatureSecret } = Container.get(InstanceSettings);
	const expected = Buffer.from(generateUrlSignature(prepareUrlForSigning(unsigned), hmacSignatureSecret));
	return given.length === expected.length && timingSafeEqual(given, expected);
}
