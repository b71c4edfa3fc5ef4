import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { authenticationField } from '../parameters/authenticationFields';
import {
	descriptionField,
	functionParameterFields,
	nameField,
	responseVariablesField,
} from '../customFunctions/functionFields';
import { agentLocator } from '../parameters/fields';
import { MAX_FUNCTION_RETRIES, MAX_FUNCTION_TIMEOUT } from '../service/limits';

/** The time for which the agent waits for an answer unless a person chooses another one, in seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 20;

/** The agent is told this when the workflow fails or takes too long. */
export const DEFAULT_MESSAGE_ON_FAILURE = 'I could not look that up just now.';

const FUNCTION_GUIDE_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/function-trigger.md';

const HOW_IT_WORKS = `Publishing gives this function to the agent. Its parameter order_number arrives as {{ $json.parameters.order_number }}. The agent gets all fields of the last node as the answer. <a href="${FUNCTION_GUIDE_URL}" target="_blank">Answer in time, and many calls at once</a>`;

/** The texts that the editor shows beside the parameters until the first call arrives. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Answer an agent during a call',
	executionsHelp: {
		inactive:
			'<b>While you build the workflow</b>, start listening, then call the agent and ask it for the test. While n8n listens, the agent has a second function, with _test at the end of its name, which leads to this editor.<br /><br /><b>Once it works</b>, <a data-key="activate">publish</a> the workflow. Every call of the function then runs it, and the executions show up in the <a data-key="executions">executions list</a>, but not here.',
		active:
			'<b>This workflow is published</b>: every call of the function runs it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, start listening, then call the agent and ask it for the test. It then calls a second function, with _test at the end of its name. Other callers still reach the published workflow.',
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
export const properties: INodeProperties[] = [
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
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: optionProperties,
	},
];
