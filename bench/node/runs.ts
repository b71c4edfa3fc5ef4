/** The common parts of the node's benchmarks: a sandbox with latency, and work on n8n's real engine. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, INode, INodeExecutionData, INodeType, IRun } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { addNodeType, node, runFlow, voiceAgentFlow, type Flow } from '../../test/support/n8n-engine.ts';
import type { RequestBody } from '../../sandbox/src/index.ts';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
export const BUSINESS_NUMBER = '106540352242922';

/** n8n's own HTTP Request node, from the n8n that the playground pins. */
export function addHttpRequestNode(): void {
	const require = createRequire(join(import.meta.dirname, '../../playground/package.json'));
	const { HttpRequest } = require('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => INodeType;
	};
	addNodeType(HTTP_REQUEST, new HttpRequest());
}

export class Bench {
	readonly sandbox: Sandbox;

	private constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
	}

	static async start(): Promise<Bench> {
		return new Bench(await startSandbox());
	}

	private get credentials() {
		return { voiceAgentApi: { baseUrl: this.sandbox.url, apiKey: this.sandbox.apiKey } };
	}

	/** Opens the 24 hours in which each of `count` people may be written to; answers their numbers. */
	async contacts(count: number): Promise<string[]> {
		const numbers = Array.from({ length: count }, (_, index) => `1415556${String(index).padStart(4, '0')}`);
		for (const from_number of numbers) {
			await this.sandbox.control('POST', '/events/chatapp.received', { from_number, body: 'Hello' });
		}
		return numbers;
	}

	async fault(endpoint: string, fault: Omit<RequestBody<'/sandbox/v1/faults'>, 'endpoint'>): Promise<void> {
		await this.sandbox.control('DELETE', '/faults');
		await this.sandbox.control('DELETE', '/requests');
		await this.sandbox.control('POST', '/faults', { endpoint, ...fault });
	}

	/** Returns the numbers of accepted and of refused requests. */
	async tally(endpoint: string): Promise<{ taken: number; refused: number }> {
		const path = encodeURIComponent(`/functions/v1/${endpoint}`);
		const { requests } = await this.sandbox.control('GET', `/requests?path=${path}`);
		const taken = requests.filter(({ status }) => status === 200).length;
		return { taken, refused: requests.length - taken };
	}

	/** Seconds that the Voice Agent node takes for the items, and its run. */
	async voiceAgent(parameters: IDataObject, items: IDataObject[]): Promise<{ seconds: number; run: IRun }> {
		return await this.timed(voiceAgentFlow(parameters), items);
	}

	/** The same by n8n's HTTP Request node, which sends all items at once. */
	async httpRequest(
		path: string,
		body: string,
		items: IDataObject[],
	): Promise<{ seconds: number; run: IRun }> {
		const parameters = {
			method: 'POST',
			url: `${this.sandbox.url}/functions/v1/${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'voiceAgentApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: body,
			options: {},
		};
		const more: Partial<INode> = {
			typeVersion: 4.2,
			credentials: { voiceAgentApi: { id: '1', name: 'bench' } },
			onError: 'continueRegularOutput',
		};
		return await this.timed(
			{
				nodes: [node('Start', 'test.passThrough'), node('HTTP Request', HTTP_REQUEST, parameters, more)],
				connections: {
					Start: { main: [[{ node: 'HTTP Request', type: NodeConnectionTypes.Main, index: 0 }]] },
				},
			},
			items,
		);
	}

	private async timed(flow: Flow, items: IDataObject[]): Promise<{ seconds: number; run: IRun }> {
		const input: INodeExecutionData[] = items.map((json) => ({ json }));
		const begun = performance.now();
		const run = await runFlow(flow, input, this.credentials);
		const seconds = (performance.now() - begun) / 1000;
		const { error } = run.data.resultData;
		if (error) throw error;
		return { seconds, run };
	}
}
