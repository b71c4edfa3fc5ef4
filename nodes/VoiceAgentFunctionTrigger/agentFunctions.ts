import type { IDataObject } from 'n8n-workflow';

import { createAsk } from '../shared/client/ask';
import type { VoiceAgentClient } from '../shared/client/client';
import { ServiceError } from '../shared/client/errors';
import { readRecord } from '../shared/client/record';
import { patch, post } from '../shared/client/serviceRequest';
import { isRecord } from '../shared/text/json';

/** A function as get-agent lists it (interface section 2). */
export interface AgentFunction extends IDataObject {
	id: string;
	name: string;
	endpoint_url: string;
	is_active: boolean;
}

/** The most retries of a request when a workflow is published, since n8n waits for it. */
const MAX_RETRIES = 2;

/**
 * The custom functions of agents (interface section 4): listed, created and
 * changed. All methods throw ServiceError.
 */
export class AgentFunctions {
	constructor(private readonly client: VoiceAgentClient) {}

	async list(agentId: string): Promise<AgentFunction[]> {
		const ask = createAsk(this.client, {
			idempotent: true,
			maxRetries: MAX_RETRIES,
			messages: { ifNotFound: "Choose another 'Agent' from the list." },
		});
		const { body } = await ask(post('get-agent', { agent_id: agentId }), (agent) =>
			readRecord(agent, { wrapper: 'agent' }),
		);
		const listed = Array.isArray(body.custom_functions) ? body.custom_functions : [];
		return listed.filter(isRecord).flatMap((one) => toAgentFunction(one as IDataObject) ?? []);
	}

	async create(body: IDataObject): Promise<AgentFunction | undefined> {
		const ask = createAsk(this.client, { idempotent: false, maxRetries: MAX_RETRIES });
		const answer = await ask(post('custom-functions', body), (created) =>
			readRecord(created, { wrapper: 'custom_function', recordFields: ['id'] }),
		);
		return toAgentFunction({ ...body, ...answer.body });
	}

	async update(id: string, body: IDataObject): Promise<void> {
		const ask = createAsk(this.client, { idempotent: true, maxRetries: MAX_RETRIES });
		await ask(patch(`custom-functions/${encodeURIComponent(id)}`, body));
	}
}

function toAgentFunction(record: IDataObject): AgentFunction | undefined {
	const { id, name, endpoint_url: endpointUrl, is_active: isActive } = record;
	if ((typeof id !== 'string' && typeof id !== 'number') || typeof name !== 'string') return undefined;
	return {
		...record,
		id: String(id),
		name,
		endpoint_url: typeof endpointUrl === 'string' ? endpointUrl : '',
		is_active: isActive !== false,
	};
}

export const isUnknown = (error: unknown): boolean =>
	error instanceof ServiceError && error.report.statusCode === 404;
