import { isoTime } from '../clock/clock.ts';
import type { CustomFunction, CustomFunctionSettings } from './custom-functions.ts';
import type { ChangeRequest, CustomFunctionRecord } from './schema.ts';

/** A custom function as the interface shows it (section 2). */
export function toCustomFunctionRecord(made: CustomFunction): CustomFunctionRecord {
	return {
		id: made.id,
		agent_id: made.agentId,
		user_id: made.userId,
		name: made.name,
		description: made.description,
		http_method: made.httpMethod,
		endpoint_url: made.endpointUrl,
		headers: [...made.headers],
		query_params: [...made.queryParams],
		body_schema: [...made.bodySchema],
		response_variables: [...made.responseVariables],
		timeout_ms: made.timeoutMs,
		max_retries: made.maxRetries,
		is_active: made.isActive,
		created_at: isoTime(made.createdAt),
		updated_at: isoTime(made.updatedAt),
	};
}

/** What a request sets: only the fields that it includes, and of their items only what the interface names. */
export function toSettings(body: ChangeRequest): Partial<CustomFunctionSettings> {
	return {
		...(body.name !== undefined && { name: body.name }),
		...(body.description !== undefined && { description: body.description }),
		...(body.http_method !== undefined && { httpMethod: body.http_method }),
		...(body.endpoint_url !== undefined && { endpointUrl: body.endpoint_url }),
		...(body.headers !== undefined && { headers: body.headers.map(({ name, value }) => ({ name, value })) }),
		...(body.body_schema !== undefined && {
			bodySchema: body.body_schema.map(({ name, type, description, required }) => ({
				name,
				type,
				description,
				required,
			})),
		}),
		...(body.response_variables !== undefined && {
			responseVariables: body.response_variables.map(({ name, json_path }) => ({ name, json_path })),
		}),
		...(body.timeout_ms !== undefined && { timeoutMs: body.timeout_ms }),
		...(body.max_retries !== undefined && { maxRetries: body.max_retries }),
		...(body.is_active !== undefined && { isActive: body.is_active }),
	};
}
