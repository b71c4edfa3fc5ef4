import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	readFunctionName,
	readResponseVariables,
	refuseRepeated,
} from '../shared/parameters/customFunctionFields';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';
import { createGroup, ParameterGroup } from '../shared/parameters/parameterGroup';
import { isRecord } from '../shared/text/json';
import type { FunctionParameter, ParameterType } from './arguments';
import {
	DEFAULT_MESSAGE_ON_FAILURE,
	DEFAULT_TIMEOUT_SECONDS,
	optionProperties,
	properties,
} from './properties';

type Context = IHookFunctions | IWebhookFunctions;

/**
 * The function that a trigger registers, in the names of the interface (section 2), and how it registers it.
 */
export interface FunctionSettings {
	agentId: string;
	name: string;
	/** The fields that the panel decides; the address, the secret and the state are added. */
	fields: IDataObject;
	takeOver: boolean;
}

/** The settings that each call needs. */
export interface CallSettings {
	parameters: FunctionParameter[];
	/** The time that the agent waits, in milliseconds. */
	timeoutMs: number;
	messageOnFailure: string;
	runWithoutRequired: boolean;
}

const nodeParameters = (context: Context): ParameterGroup =>
	new ParameterGroup(
		(name) => context.getNodeParameter(name, undefined, { extractValue: true }),
		properties,
		context.getTimezone(),
	);

const nodeOptions = (context: Context): ParameterGroup =>
	createGroup(readOptionValues(context), optionProperties, context.getTimezone());

/** n8n reads the whole collection, and does not say which of its expressions it cannot evaluate. */
function readOptionValues(context: Context): IDataObject {
	let values: unknown;
	const reason = catchError(() => (values = context.getNodeParameter('options', {})));
	if (reason === undefined) return (values ?? {}) as IDataObject;
	const stored = context.getNode().parameters.options;
	const unreadable = optionProperties.find(
		({ name }) =>
			isRecord(stored) &&
			Object.hasOwn(stored, name) &&
			catchError(() => context.getNodeParameter(`options.${name}`)) !== undefined,
	);
	throw new InvalidParameterError(
		`'${unreadable?.displayName ?? 'Options'}' cannot be read: ${reason.message.replace(/\.$/, '')}`,
		'It is read before the workflow runs. Enter a fixed value, or an expression without the data of nodes, such as $json.',
	);
}

function catchError(read: () => unknown): Error | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error));
	}
}

/** Fields of the function that the trigger sets itself, each with what decides it. */
const GUARDED_FIELDS: Readonly<Record<string, string>> = {
	agent_id: "Use 'Agent' instead.",
	body_schema: "Use 'Parameters' instead.",
	description: "Use 'Description' instead.",
	endpoint_url: 'The function has to lead to this trigger.',
	headers: 'They carry the secret of this trigger.',
	http_method: 'This trigger takes POST.',
	is_active: 'Publish or unpublish the workflow instead.',
	max_retries: "Use 'Endpoint Retries' instead.",
	name: "Use 'Name' instead.",
	timeout_ms: "Use 'Timeout (Seconds)' instead.",
};

/**
 * Reads what to register.
 * @throws InvalidParameterError for a value that cannot work.
 */
export function readFunctionSettings(context: Context): FunctionSettings {
	const group = nodeParameters(context);
	const options = nodeOptions(context);
	const additional = options.jsonObject('additionalBodyFields');
	const guarded = Object.keys(additional).find((name) => Object.hasOwn(GUARDED_FIELDS, name));
	if (guarded !== undefined) {
		throw new InvalidParameterError(
			`${options.label('additionalBodyFields')} contains '${guarded}', which the node sets itself`,
			`Remove it there. ${GUARDED_FIELDS[guarded]}`,
		);
	}
	return {
		agentId: group.id('agentId'),
		name: readFunctionName(group),
		fields: {
			description: group.requiredText(
				'description',
				'Enter when the agent should call the function, e.g. when a caller asks where an order is.',
			),
			http_method: 'POST',
			body_schema: readParameters(group) as unknown as IDataObject[],
			response_variables: readVariables(group),
			timeout_ms: readTimeout(options),
			max_retries: options.isAdded('functionRetries') ? options.integer('functionRetries') : 0,
			...additional,
		},
		takeOver: options.isAdded('takeOver') && options.boolean('takeOver'),
	};
}

/**
 * Reads what a call needs.
 * @throws InvalidParameterError for a value that cannot work.
 */
export function readCallSettings(context: Context): CallSettings {
	const options = nodeOptions(context);
	return {
		parameters: readParameters(nodeParameters(context)),
		timeoutMs: readTimeout(options),
		messageOnFailure: options.has('messageOnFailure')
			? options.text('messageOnFailure')
			: DEFAULT_MESSAGE_ON_FAILURE,
		runWithoutRequired: options.isAdded('runWithoutRequired') && options.boolean('runWithoutRequired'),
	};
}

const readTimeout = (options: ParameterGroup): number =>
	1000 * (options.isAdded('timeout') ? options.integer('timeout') : DEFAULT_TIMEOUT_SECONDS);

function readParameters(group: ParameterGroup): FunctionParameter[] {
	const parameters = group.rows('parameters').map((row) => ({
		name: readFunctionName(row),
		type: (row.has('type') ? row.choice('type') : 'string') as ParameterType,
		description: row.text('description'),
		required: row.isAdded('required') ? row.boolean('required') : true,
	}));
	refuseRepeated(
		parameters.map(({ name }) => name),
		group.label('parameters'),
		'Give each parameter a name of its own.',
	);
	return parameters;
}

/**
 * Without rows the agent gets the whole answer. Whichever it gets, it also gets what to say when the workflow
 * fails: the service passes on nothing but the variables.
 */
function readVariables(group: ParameterGroup): IDataObject[] {
	const chosen = readResponseVariables(group);
	const variables = chosen.length > 0 ? chosen : [{ name: 'answer', json_path: '$' }];
	const hasError = variables.some(({ name }) => name === 'error');
	return hasError ? variables : [...variables, { name: 'error', json_path: '$.error' }];
}
