import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { VoiceAgentEvent } from '../shared/wire/events';
import { readService } from '../shared/service/openService';
import { send } from '../shared/service/request';
import { activationObstacle } from './activation';
import { authenticateRequest } from './credential';
import { deliveryKeyOf, isFirstTime, memoryKeyOf, windowOf } from './deduplication';
import { distribute, OUTPUTS, SELECTED_NAMES } from './outputs';
import { properties } from './properties';

export class VoiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Trigger',
		name: 'voiceAgentTrigger',
		icon: { light: 'file:../VoiceAgent/voiceAgent.svg', dark: 'file:../VoiceAgent/voiceAgent.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${SELECTED_NAMES}.join(", ") }}`,
		description: 'Starts the workflow when a call ends, an SMS arrives or goes out, or a chat closes',
		eventTriggerDescription: 'Waiting for the service to send an event to the test URL',
		activationMessage: 'You can now make calls to the agent: each event starts this workflow.',
		defaults: { name: 'Voice Agent Trigger' },
		inputs: [],
		outputs: OUTPUTS,
		credentials: [{ name: 'voiceAgentApi', required: true, testedBy: 'voiceAgentApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: '={{ $parameter["acknowledge"] }}',
				// Empty: n8n then answers with what the trigger returns and not with a text of its own.
				responseData: '={{ $parameter["acknowledge"] === "lastNode" ? "noData" : "" }}',
				path: 'webhook',
			},
		],
		properties,
	};

	webhookMethods = {
		default: {
			/** The service has no endpoint that tells; the URL is pasted into its dashboard by hand. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},

			/** @throws NodeOperationError when the trigger could never run, with the mend in the message. */
			async create(this: IHookFunctions): Promise<boolean> {
				const events = this.getNodeParameter('events') as VoiceAgentEvent[];
				const credential = await this.getCredentials('voiceAgentApi');
				const obstacle = activationObstacle(events, credential, this.getNodeWebhookUrl('default') ?? '');
				if (obstacle) throw new NodeOperationError(this.getNode(), obstacle);

				const service = await readService(this);
				const answer = await send(
					this,
					service,
					{ method: 'POST', path: 'list-messages', body: { limit: 1 } },
					'quick',
				);
				if (answer.ok) return true;
				if (answer.fault.kind === 'refused' && answer.fault.status === 401) {
					throw new NodeOperationError(
						this.getNode(),
						'The API key in the credential is wrong or was revoked. Enter a working key in the credential and publish the workflow again.',
					);
				}
				// Events arrive once the service is up again, so its absence now is no reason to refuse.
				this.logger.warn(
					`Voice Agent Trigger: the service at ${service.baseUrl} did not answer at activation`,
				);
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/** Lets in what the service provably sent, and answers in the terms of its delivery rules (interface section 6). */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const answer = (status: number, body: IDataObject): IWebhookResponseData => {
			this.getResponseObject().status(status).json(body);
			return { noWebhookResponse: true };
		};
		const log = (what: string) => this.logger.warn(`Voice Agent Trigger "${this.getNode().name}": ${what}`);

		const { rawBody: bytes, headers, query } = this.getRequestObject();
		let result;
		try {
			result = await authenticateRequest(this, { rawBody: bytes, headers, query });
		} catch {
			log('the credential could not be read; the service was asked to try again');
			return answer(503, { error: 'Temporarily unavailable' });
		}
		if ('refused' in result) {
			log(`refused a request: ${result.refused}`);
			return answer(401, { error: 'Unauthorized' });
		}

		const { kind, payload, rawBody, verified } = result.event;
		const options = this.getNodeParameter('options', {}) as IDataObject;
		if (kind === undefined && options.unknownEvents !== 'passOn') {
			log('dropped an event of an unknown kind');
			return answer(200, { received: true });
		}
		if (kind !== undefined && !(this.getNodeParameter('events') as string[]).includes(kind)) {
			this.logger.info(
				`Voice Agent Trigger "${this.getNode().name}": dropped ${kind}, which is not selected`,
			);
			return answer(200, { received: true });
		}

		const json = {
			event: kind ?? 'unknown',
			payload: (payload ?? rawBody.toString('utf8')) as IDataObject,
			receivedAt: new Date().toISOString(),
			deliveryKey: deliveryKeyOf(rawBody, payload, options.deduplicationField),
			verified,
		};
		return { workflowData: [[{ json }]], webhookResponse: { received: true } };
	}

	/** Runs before the rest of the workflow: an event that was here before ends here. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const options = this.getNodeParameter('options', 0, {}) as IDataObject;
		const afterWork = this.getNodeParameter('acknowledge', 0) === 'lastNode';
		// There, a repeated event is a retry that is wanted, because the workflow did not finish the first time.
		const deduplicate = (options.deduplicate ?? !afterWork) === true && this.getMode() !== 'manual';
		const remembered = windowOf(options.deduplicationWindow);
		// Somebody runs an execution again that n8n shows as crashed: its event is remembered from then, and is to run now.
		const again = this.getMode() === 'retry';

		const passed: INodeExecutionData[] = [];
		for (const [item, data] of items.entries()) {
			const isNew = !deduplicate || (await isFirstTime(this, memoryKeyOf(data.json), remembered));
			if (isNew || again) passed.push({ json: data.json, pairedItem: { item } });
		}
		return distribute(passed, this.getNodeParameter('events', 0) as string[], options);
	}
}
