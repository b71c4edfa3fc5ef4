import type {
	IDataObject,
	IHookFunctions,
	IWebhookFunctions,
	INodeProperties,
	TriggerPanelDefinition,
} from 'n8n-workflow';

import {
	type FunctionParameter,
	readFunctionName,
	readFunctionParameters,
	readResponseVariables,
	descriptionField,
	functionParameterFields,
	nameField,
	responseVariablesField,
	MAX_FUNCTION_RETRIES,
	MAX_FUNCTION_TIMEOUT,
} from '../parameters/functionFields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { refuseReservedFields } from '../parameters/jsonObject';
import { ParameterGroup } from '../parameters/parameterGroup';
import { authenticationField, agentLocator, optionsField } from '../parameters/fields';

/** The time for which the agent waits for an answer unless a person chooses another one, in seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 20;

/** The agent is told this when the workflow fails or takes too long. */
const DEFAULT_MESSAGE_ON_FAILURE = 'I could not look that up just now.';

const FUNCTION_GUIDE_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/function-trigger.md';

const HOW_IT_WORKS = `Publishing gives this function to the agent. A parameter such as order_number arrives as {{ $json.parameters.order_number }}. The agent gets all fields of the last node as the answer. <a href="${FUNCTION_GUIDE_URL}" target="_blank">Answer in time, and many calls at once</a>`;

/** The texts that the editor shows beside the parameters until the first call arrives. */
export const functionTriggerPanel: TriggerPanelDefinition = {
	header: 'Answer an agent during a call',
	executionsHelp: {
		inactive:
			'<b>While you build the workflow</b>, start listening, then call the agent and ask it for the test. While n8n listens, the agent has a second function, with _test at the end of its name, which leads to this editor.<br /><br /><b>To test the answer</b>, choose Execute workflow on the canvas instead: listening here runs the trigger alone.<br /><br /><b>Once it works</b>, <a data-key="activate">publish</a> the workflow. Every call of the function then runs it, and the executions show up in the <a data-key="executions">executions list</a>, but not here.',
		active:
			'<b>This workflow is published</b>: every call of the function runs it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, choose Execute workflow on the canvas, then call the agent and ask it for the test. Listening here runs the trigger alone. It then calls a second function, with _test at the end of its name. Other callers still reach the published workflow.',
	},
	activationHint: {
		inactive:
			'Once the workflow works, publish it. The agent can then call the function at any time, without this button.',
		active: 'Calls of the published function go on as before while n8n listens.',
	},
};

/** The entries of the collection Options. */
const optionProperties: INodeProperties[] = [
	{
		displayName: 'Additional Body Fields',
		name: 'additionalBodyFields',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "field_name": "value" }',
		hint: 'Example: { "field_name": "value" }',
		description:
			'A JSON object to merge into the function when it is registered, for fields that this node does not have or that your account names differently',
	},
	{
		displayName: 'Endpoint Retries',
		name: 'functionRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_FUNCTION_RETRIES },
		default: 0,
		description:
			'How many times the agent repeats a call that was not answered. Each repetition runs the workflow once more.',
	},
	{
		displayName: 'Message on Failure',
		name: 'messageOnFailure',
		type: 'string',
		default: DEFAULT_MESSAGE_ON_FAILURE,
		placeholder: 'e.g. I could not look that up just now.',
		description:
			'What the agent gets, as the field "error", when the workflow fails or takes longer than the timeout',
	},
	{
		displayName: 'Run Without Required Parameters',
		name: 'runWithoutRequired',
		type: 'boolean',
		default: false,
		description:
			'Whether to run the workflow when a required parameter is missing or cannot be read. By default the agent is told to ask the caller for it, and the workflow does not run.',
	},
	{
		displayName: 'Take Over Existing Function',
		name: 'takeOver',
		type: 'boolean',
		default: false,
		description:
			'Whether to replace a function of the same name that another workflow, another n8n or a person has given to the agent. By default publishing is refused then.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_FUNCTION_TIMEOUT / 1000 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description:
			"How long the agent waits for an answer. A workflow that takes longer is answered with the 'Message on Failure' just before that, and goes on.",
	},
];

/** The trigger's parameters. */
export const functionTriggerProperties: INodeProperties[] = [
	{
		displayName: HOW_IT_WORKS,
		name: 'howItWorksNotice',
		type: 'notice',
		default: '',
	},
	authenticationField,
	agentLocator({ description: 'The agent that calls the function, chosen from the list or by its ID' }),
	{ ...nameField, required: true },
	{ ...descriptionField, required: true, description: 'When the agent should call the function' },
	{
		displayName: 'Parameters',
		name: 'parameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Parameter',
		default: {},
		description: 'Values that the agent asks the caller for before it calls the function',
		options: [{ displayName: 'Parameter', name: 'parameter', values: functionParameterFields }],
	},
	{
		...responseVariablesField,
		description: 'Values that the agent takes from the answer',
		hint: 'Without any, the agent gets the whole answer',
	},
	optionsField(optionProperties),
];

type Context = IHookFunctions | IWebhookFunctions;

/** The function that a trigger registers, under the service's field names, and how it registers it. */
export interface FunctionSettings {
	agentId: string;
	name: string;
	/** The fields that the panel decides; the address, the secret and the state are added. */
	fields: IDataObject & { description: string };
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
	new ParameterGroup(
		(name) => readNodeParameter(context, name),
		functionTriggerProperties,
		context.getTimezone(),
	);

/** @throws InvalidParameterError for an expression that n8n cannot evaluate, such as one with $json. */
function readNodeParameter(context: Context, name: string): unknown {
	let reason: string;
	try {
		return context.getNodeParameter(name, null, { extractValue: true });
	} catch (error) {
		reason = error instanceof Error ? error.message : String(error);
	}
	const label = functionTriggerProperties.find((property) => property.name === name)?.displayName ?? name;
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
			body_schema: readFunctionParameters(group, 'parameters'),
			response_variables: readResponseVariablesWithDefaults(group),
			timeout_ms: readTimeoutMs(options),
			max_retries: options.isAdded('functionRetries') ? options.integer('functionRetries') : 0,
			...additional,
		},
		takesOverExisting: options.boolean('takeOver', false),
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
		runsWithoutRequiredParameters: options.boolean('runWithoutRequired', false),
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
