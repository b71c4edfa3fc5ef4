import type { IDataObject } from 'n8n-workflow';

import { createSend } from '../service/send';
import type { VoiceAgentClient } from '../service/client';
import { readRecord } from '../service/response';
import { patch, post } from '../service/serviceRequest';
import { createInteractiveLimits } from '../service/retry';
import { isRecord } from '../text/json';

/** A function as get-agent lists it. */
export interface AgentFunction {
	id: string;
	name: string;
	description: string;
	endpointUrl: string;
	/** The values of its headers, by their names. */
	headers: ReadonlyMap<unknown, unknown>;
	isActive: boolean;
}

/** Lists, creates and updates the custom functions of agents. All methods throw ServiceError. */
export class AgentFunctions {
	/** All requests share one time limit: the time a person will wait for a workflow to publish. */
	private readonly limits = createInteractiveLimits();

	constructor(private readonly client: VoiceAgentClient) {}

	async list(agentId: string): Promise<AgentFunction[]> {
		const send = createSend(this.client, {
			idempotent: true,
			surface: 'publishing',
			...this.limits,
			messages: { adviceWhenNotFound: "Choose another 'Agent' from the list." },
		});
		const { body } = await send(post('get-agent', { agent_id: agentId }), (agent) =>
			readRecord(agent, { wrapper: 'agent' }),
		);
		return toRecords(body.custom_functions).flatMap((one) => readFunction(one) ?? []);
	}

	async create(body: IDataObject): Promise<void> {
		const send = createSend(this.client, { idempotent: false, surface: 'publishing', ...this.limits });
		await send(post('custom-functions', body), (created) =>
			readRecord(created, { wrapper: 'custom_function', recordFields: ['id'] }),
		);
	}

	async update(id: string, body: IDataObject): Promise<void> {
		const send = createSend(this.client, { idempotent: true, surface: 'publishing', ...this.limits });
		await send(patch(`custom-functions/${encodeURIComponent(id)}`, body));
	}
}

function readFunction(record: Record<string, unknown>): AgentFunction | undefined {
	const { id, name, description, endpoint_url: endpointUrl, headers, is_active: isActive } = record;
	if ((typeof id !== 'string' && typeof id !== 'number') || typeof name !== 'string') return undefined;
	return {
		id: String(id),
		name,
		description: typeof description === 'string' ? description : '',
		endpointUrl: typeof endpointUrl === 'string' ? endpointUrl : '',
		headers: new Map(toRecords(headers).map((header) => [header.name, header.value])),
		isActive: isActive !== false,
	};
}

const toRecords = (value: unknown): Array<Record<string, unknown>> =>
	Array.isArray(value) ? value.filter(isRecord) : [];
