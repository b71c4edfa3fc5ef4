import {
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';
import { disableAlwaysOutputData } from '../shared/n8n/alwaysOutputData';
import { hasErrorOutput, withHiddenError } from '../shared/n8n/errorOutput';
import { getExecutionId } from '../shared/wire/replyReference';
import { VoiceAgentClient } from '../shared/client/client';
import { getOrigin } from '../shared/client/credentials';
import { createAsk } from '../shared/client/ask';
import { assess } from '../shared/client/failure';
import { post } from '../shared/client/serviceRequest';
import { ServiceError } from '../shared/client/errors';
import { voiceAgentApiTest } from '../shared/client/credentialTest';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';
import { toItem, reasonToIgnore } from './event';
import { addRecords } from './addRecords';
import { activationObstacle, reachabilityWarning } from './activation';
import { dropRepeated, noteArrival } from './deduplication';
import { distribute, OUTPUTS, SELECTED_NAMES } from './outputs';
import { writeLog } from '../shared/n8n/log';
import { toLogText } from '../shared/webhook/logText';
import { eventTriggerPanel, eventTriggerProperties, WEBHOOK_RESPONSE } from './properties';
import { dropTakenReplies, resumeWithReply } from './replies';
import { readExecutionSettings, readWebhookSettings, type TriggerSettings } from './settings';
import { authenticateRequest, type Authentication } from './authentication';

/** The most retries of the key's check when a workflow is published, since n8n waits for it. */
const ACTIVATION_RETRIES = 2;

/** @throws NodeOperationError that names the parameter that cannot be read, and says what to enter. */
function requireSettings<Context extends IHookFunctions | IExecuteFunctions>(
	context: Context,
	read: (context: Context) => TriggerSettings,
): TriggerSettings {
	try {
		return read(context);
	} catch (error) {
		const reason = error instanceof InvalidParameterError ? error.fullText : (error as Error);
		throw new NodeOperationError(context.getNode(), reason);
	}
}

/** Makes the item for an event that cannot be looked up, when the node continues. */
function toLookupErrorItem(error: unknown, node: INode): INodeExecutionData {
	const item = { json: { error: (error as Error).message }, pairedItem: { item: 0 } };
	return hasErrorOutput(node) ? withHiddenError(item, error) : item;
}

export class VoiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Trigger',
		name: 'voiceAgentTrigger',
		icon: { light: 'file:../VoiceAgent/voiceAgent.svg', dark: 'file:../VoiceAgent/voiceAgent.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${SELECTED_NAMES}.join(", ") }}`,
		// The node panel shows it above the actions, too.
		description:
			'Starts the workflow when a call ends, a message arrives or goes out, or a chat closes. Actions send messages and run batch calls.',
		eventTriggerDescription:
			'Waiting for an event at the Test URL, which must be the webhook URL of the API key or of the chat-app account',
		activationMessage:
			'Each event that the service sends to the Production URL now starts this workflow. That URL must be the webhook URL of the API key. For chat-app messages, it must be that of the chat-app account, followed by ?token=YOUR_TOKEN.',
		triggerPanel: eventTriggerPanel,
		defaults: { name: 'Voice Agent Trigger' },
		builderHint: {
			searchHint:
				'The service has to reach n8n: a person copies the Production URL to the dashboard of the service. Without a public address, use the Voice Agent Polling Trigger.',
		},
		inputs: [],
		outputs: OUTPUTS,
		credentials: [{ name: 'voiceAgentApi', required: true, testedBy: 'voiceAgentApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				...WEBHOOK_RESPONSE,
			},
		],
		properties: eventTriggerProperties,
	};

	methods = { credentialTest: { voiceAgentApiTest } };

	webhookMethods = {
		default: {
			/** The service has no endpoint for this: a person pastes the URL into its dashboard. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},

			/**
			 * @throws NodeOperationError when the trigger could never run; the message says what to do about it.
			 */
			async create(this: IHookFunctions): Promise<boolean> {
				const { events } = requireSettings(this, readWebhookSettings);
				const credential = await this.getCredentials('voiceAgentApi');
				const webhookUrl = this.getNodeWebhookUrl('default') ?? '';
				const obstacle = activationObstacle(events, credential, webhookUrl);
				if (obstacle) throw new NodeOperationError(this.getNode(), obstacle);
				const warning = reachabilityWarning(credential, webhookUrl);
				if (warning) writeLog(this, 'warn', warning);

				const client = await VoiceAgentClient.open(this);
				try {
					const ask = createAsk(client, { idempotent: true, maxRetries: ACTIVATION_RETRIES });
					await ask(post('list-messages', { limit: 1 }));
				} catch (error) {
					const failure = error instanceof ServiceError ? error.request?.failure : undefined;
					if (failure && assess(failure).reason === 'unauthorized') {
						throw new NodeOperationError(
							this.getNode(),
							'The API key in the credential is wrong or was revoked. Enter a working key in the credential and publish the workflow again.',
						);
					}
					// Events arrive once the service is up again, so its absence now is no reason to refuse.
					writeLog(
						this,
						'warn',
						`the service at ${getOrigin(client.connection.baseUrl)} did not answer at activation: ${toLogText(error)}`,
					);
				}
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/**
	 * Lets in what the service provably sent, and answers in the terms of
	 * its delivery rules (interface section 6).
	 */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const answer = (status: number, body: IDataObject): IWebhookResponseData => {
			this.getResponseObject().status(status).json(body);
			return { noWebhookResponse: true };
		};
		const log = (text: string, level: 'info' | 'warn' = 'warn') => writeLog(this, level, text);

		const { rawBody, headers, query } = this.getRequestObject();
		let authentication: Authentication;
		try {
			authentication = await authenticateRequest(this, { rawBody, headers, query });
		} catch (error) {
			log(`a request could not be verified; the service was asked to try again: ${toLogText(error)}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		if (!authentication.valid) {
			log(`refused a request: ${authentication.reason}`);
			return answer(401, { error: 'Unauthorized' });
		}

		const { event } = authentication;
		let settings: TriggerSettings;
		try {
			settings = readWebhookSettings(this);
		} catch (error) {
			// Sent again, the event runs once the parameter is right; refused for good, it would be lost.
			log(`the service was asked to send an event again: ${toLogText(error)}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		const ignored = reasonToIgnore(event, settings);
		if (ignored) {
			log(`dropped an event: ${ignored}`, event.kind === undefined ? 'warn' : 'info');
			return answer(200, { received: true, ignored });
		}

		const item = toItem(event, settings);
		const handedOver = await resumeWithReply(this, item);
		if (handedOver.kind === 'failed') {
			log(`a reply could not be handed over; the service was asked to try again: ${handedOver.reason}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		if (handedOver.kind === 'taken' && settings.replies !== 'resumeAndStart') {
			const { reference, reply } = handedOver;
			const execution = getExecutionId(reference);
			log(`handed a reply over to execution ${execution}: ${reply}`, 'info');
			return answer(200, { received: true, execution, reply });
		}
		noteArrival(this, item, settings);
		return { workflowData: [[{ json: item }]], webhookResponse: { received: true } };
	}

	/**
	 * Runs before the rest of the workflow.
	 * @throws NodeOperationError for an event that cannot be looked up among those that have run.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		disableAlwaysOutputData(this);
		try {
			const settings = requireSettings(this, readExecutionSettings);
			const firsts = await dropRepeated(this, this.getInputData(), settings);
			const items = await dropTakenReplies(this, firsts, settings);
			return distribute(addRecords(this, items, settings), settings);
		} catch (error) {
			// n8n would pass on the event in its place, which may have run before.
			if (this.continueOnFail()) return [[toLookupErrorItem(error, this.getNode())]];
			throw new NodeOperationError(this.getNode(), error as Error);
		}
	}
}
