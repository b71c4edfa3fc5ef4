import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { authentication } from '../shared/panel/authentication';
import {
	descriptionField,
	nameField,
	parameterDescriptionField,
	responseVariablesField,
} from '../shared/parameters/customFunctionFields';
import { agentLocator } from '../shared/panel/idFields';
import { MAX_FUNCTION_RETRIES, MAX_FUNCTION_TIMEOUT } from '../shared/wire/limits';
import { PARAMETER_TYPES } from './arguments';

/** The time for which the agent waits for an answer unless a person chooses another one, in seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 20;

/** The words for a workflow that fails or takes too long. */
export const DEFAULT_MESSAGE_ON_FAILURE = 'I could not look that up just now.';

const FUNCTION_GUIDE_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/function-trigger.md';

const HOW_IT_WORKS = `When you publish the workflow, the agent gets this function. Each call starts the workflow, and the output of the last node is the answer. It must not wait: no Send and Wait, and no Wait of 65 seconds or more. <a href="${FUNCTION_GUIDE_URL}" target="_blank">If many calls come at once</a>`;

const SAMPLE_CALL =
	'A call with the parameter order_number starts the workflow with { "parameters": { "order_number": "A-17" } }. In the next node, {{ $json.parameters.order_number }} gives A-17.';

/** The texts of the editor beside the parameters until there is a call. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Answer an agent during a call',
	executionsHelp: {
		inactive:
			'<b>While you build the workflow</b>, start listening and let the agent call the function. While n8n listens, the function leads to this editor.<br /><br /><b>Once it works</b>, <a data-key="activate">publish</a> the workflow. Every call of the function then runs it, and the executions show up in the <a data-key="executions">executions list</a>, but not here.',
		active:
			'<b>This workflow is published</b>: every call of the function runs it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, start listening and let the agent call the function. While n8n listens, calls lead to this editor and not to the published workflow.',
	},
	activationHint: {
		inactive:
			'Once the workflow works, publish it. The agent can then call the function at any time, without this button.',
		active: 'When n8n stops listening, calls lead to the published workflow again.',
	},
};

/** The entries of the collection Options. */
export const optionProperties: INodeProperties[] = [
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
			'Whether to replace a function of the same name that leads to another address. By default publishing is refused then.',
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
export const properties: INodeProperties[] = [
	{
		displayName: HOW_IT_WORKS,
		name: 'howItWorksNotice',
		type: 'notice',
		default: '',
	},
	authentication,
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
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. order_number',
						description: 'Name of the parameter in snake_case',
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						default: 'string',
						options: [...PARAMETER_TYPES],
						description: 'Type of the value',
					},
					parameterDescriptionField,
					{
						displayName: 'Required',
						name: 'required',
						type: 'boolean',
						default: true,
						description: 'Whether the workflow needs a value to run',
					},
				],
			},
		],
	},
	{
		displayName: SAMPLE_CALL,
		name: 'sampleCallNotice',
		type: 'notice',
		default: '',
	},
	{
		...responseVariablesField,
		description:
			'Values that the agent takes from the answer. Without any, it gets the whole answer as "answer".',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: optionProperties,
	},
];
