import type { IDataObject, INode, INodeExecutionData, IRun } from 'n8n-workflow';

import type { SandboxAccount } from '../../sandbox/src/client/account';
import { callFunction } from './call-service.ts';
import { runFlow, stopUnfinishedRuns, voiceAgentFlow, type Credentials } from './n8n-engine';
import { sandboxAsNew } from './worker-sandbox';
import type { RequestBody } from '../../sandbox/src/client/interface.ts';

/** A request as the sandbox has received it. */
export interface JournalEntry {
	method: string;
	path: string;
	body: IDataObject;
	headers: Record<string, string>;
	status: number | null;
}

/** A fault, without the endpoint that it is set for. */
export type EndpointFault = Omit<RequestBody<'/sandbox/v1/faults'>, 'endpoint'>;

/** A sandbox for the tests of a file, with what they ask of it. */
export class TestService {
	private constructor(readonly sandbox: SandboxAccount) {}

	static async start(): Promise<TestService> {
		return new TestService(await sandboxAsNew());
	}

	get credentials(): Credentials {
		return { voiceAgentApi: { baseUrl: this.sandbox.url, apiKey: this.sandbox.apiKey } };
	}

	/** Runs the Voice Agent node for some items; see `voiceAgentFlow`. */
	async run(
		parameters: IDataObject,
		items: IDataObject[] = [{}],
		more: Partial<INode> = {},
		credentials: Credentials = this.credentials,
	): Promise<IRun> {
		const input: INodeExecutionData[] = items.map((json) => ({ json }));
		return await runFlow(voiceAgentFlow(parameters, more), input, credentials);
	}

	/** Ends what an earlier test has left running, and forgets requests and faults. */
	async clear(): Promise<void> {
		await stopUnfinishedRuns();
		await this.sandbox.control('DELETE', '/requests');
		await this.sandbox.control('DELETE', '/faults');
	}

	/** The requests to a function endpoint since the last `clear`. */
	async requests(functionPath: string): Promise<JournalEntry[]> {
		const path = encodeURIComponent(`/functions/v1/${functionPath}`);
		const { requests } = await this.sandbox.control('GET', `/requests?path=${path}`);
		return requests as JournalEntry[];
	}

	/** Waits until a function endpoint has been called this often since the last `clear`. */
	async requested(functionPath: string, times = 1): Promise<void> {
		const path = encodeURIComponent(`/functions/v1/${functionPath}`);
		const query = `path=${path}&wait_for=${times}&timeout_ms=120000`;
		const { reached } = await this.sandbox.control('GET', `/requests?${query}`);
		if (!reached) throw new Error(`${functionPath} was not called ${times} times`);
	}

	async fault(endpoint: string, fault: EndpointFault): Promise<void> {
		await this.sandbox.control('POST', '/faults', { endpoint, count: 50, ...fault });
	}

	/** Calls a function endpoint without the node. */
	async call<T = IDataObject>(name: string, body: IDataObject): Promise<T> {
		return (await callFunction<T>(this.sandbox, name, body)).body;
	}
}
