import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	type FunctionParameter,
	readFunctionName,
	readFunctionParameters,
	readResponseVariables,
} from '../customFunctions/functionFields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { refuseReservedFields } from '../parameters/jsonObject';
import { ParameterGroup } from '../parameters/parameterGroup';
import { DEFAULT_MESSAGE_ON_FAILURE, DEFAULT_TIMEOUT_SECONDS, properties } from './properties';

type Context = IHookFunctions | IWebhookFunctions;

/** The function that a trigger registers, under the service's field names, and how it registers it. */
export interface FunctionSettings {
	agentId: string;
	name: string;
	/** The fields that the panel decides; the address, the secret and the state are added. */
	fields: IDataObject;
	takesOverExisting: boolean;
}

/** The settings that each call needs. */
export interface FunctionCallSettings {
	parameters: FunctionParameter[];
	/** The time that the agent waits, in milliseconds. */
	timeoutMs: number;
	messageOnFailure: string;
	runsWithoutRequiredParameters: boolean;
}

const createParameterGroup = (context: Context): ParameterGroup =>
	new ParameterGroup((name) => readNodeParameter(context, name), properties, context.getTimezone());

/** @throws InvalidParameterError for an expression that n8n cannot evaluate, such as one with $json. */
function readNodeParameter(context: Context, name: string): unknown {
	let reason: string;
	try {
		return context.getNodeParameter(name, null, { extractValue: true }) as unknown;
	} catch (error) {
		reason = error instanceof Error ? error.message : String(error);
	}
	const label = properties.find((property) => property.name === name)?.displayName ?? name;
	throw new InvalidParameterError(
		`An expression in '${label}' cannot be read: ${reason.replace(/\.$/, '')}`,
		'It is read before the workflow runs. Enter a fixed value, or an expression without the data of nodes, such as $json.',
	);
}

/** The fields of the function that the trigger sets itself, each with what to do instead. */
const RESERVED_FIELDS = {
	agent_id: "Remove it there. Use 'Agent' instead.",
	body_schema: "Remove it there. Use 'Parameters' instead.",
	description: "Remove it there. Use 'Description' instead.",
	endpoint_url: 'Remove it there. The function has to lead to this trigger.',
	headers: 'Remove it there. They carry the secret of this trigger.',
	http_method: 'Remove it there. This trigger takes POST.',
	is_active: 'Remove it there. Publish or unpublish the workflow instead.',
	max_retries: "Remove it there. Use 'Endpoint Retries' instead.",
	name: "Remove it there. Use 'Name' instead.",
	timeout_ms: "Remove it there. Use 'Timeout (Seconds)' instead.",
};

/**
 * Reads what to register.
 * @throws InvalidParameterError for a value that cannot work.
 */
export function readFunctionSettings(context: Context): FunctionSettings {
	const group = createParameterGroup(context);
	const options = group.collection('options');
	const additional = options.jsonObject('additionalBodyFields');
	refuseReservedFields(additional, options.label('additionalBodyFields'), RESERVED_FIELDS);
	return {
		agentId: group.id('agentId'),
		name: readFunctionName(group),
		fields: {
			description: group.requireNonEmptyText(
				'description',
				'Enter when the agent should call the function, e.g. when a caller asks where an order is.',
			),
			http_method: 'POST',
			body_schema: readFunctionParameters(group, 'parameters') as unknown as IDataObject[],
			response_variables: readResponseVariablesWithDefaults(group),
			timeout_ms: readTimeoutMs(options),
			max_retries: options.isAdded('functionRetries') ? options.integer('functionRetries') : 0,
			...additional,
		},
		takesOverExisting: options.isAdded('takeOver') && options.boolean('takeOver'),
	};
}

/**
 * Reads what a call needs.
 * @throws InvalidParameterError for a value that cannot work.
 */
export function readFunctionCallSettings(context: Context): FunctionCallSettings {
	const group = createParameterGroup(context);
	const options = group.collection('options');
	return {
		parameters: readFunctionParameters(group, 'parameters'),
		timeoutMs: readTimeoutMs(options),
		messageOnFailure: options.has('messageOnFailure')
			? options.text('messageOnFailure')
			: DEFAULT_MESSAGE_ON_FAILURE,
		runsWithoutRequiredParameters:
			options.isAdded('runWithoutRequired') && options.boolean('runWithoutRequired'),
	};
}

const readTimeoutMs = (options: ParameterGroup): number =>
	1000 * (options.isAdded('timeout') ? options.integer('timeout') : DEFAULT_TIMEOUT_SECONDS);

/**
 * Returns the response variables. If none are set, the agent gets the whole answer. Either way it also gets `error`,
 * what to say when the workflow fails: the service passes on nothing but the variables.
 */
function readResponseVariablesWithDefaults(group: ParameterGroup): IDataObject[] {
	const chosen = readResponseVariables(group);
	const variables = chosen.length > 0 ? chosen : [{ name: 'answer', json_path: '$' }];
	const hasError = variables.some(({ name }) => name === 'error');
	return hasError ? variables : [...variables, { name: 'error', json_path: '$.error' }];
}
