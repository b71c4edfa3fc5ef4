import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { writeLog } from '../n8n/node';
import { VoiceAgentClient } from '../service/request';
import { isLoopbackAddress, isPrivateAddress } from '../service/credentials';
import { ServiceError } from '../service/failure';
import { readAuthentication } from '../parameters/fields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { toPlainText } from '../parameters/parseValue';
import { isRecord } from '../text/json';
import {
	type AgentFunction,
	CustomFunctionsClient,
	identifyTrigger,
	isOwnFunction,
	RegistrationError,
	saveFunction,
	switchOff,
	type RegistrationContext,
	toTestFunction,
	getSecretHash,
	storeSecretHash,
} from './registration';
import { readFunctionCallSettings, readFunctionSettings } from './settings';

/**
 * Registers the function of a workflow that is published, and switches off what the trigger has registered under
 * another name, for another agent or for a test. While n8n listens for a test, the function for it is registered
 * instead. If this fails, n8n calls it again.
 * @throws NodeOperationError whose message says what happened and how to go on: a person sees nothing else.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const registeredAgentIds = getRegisteredAgentIds(context);
	try {
		const settings = readFunctionSettings(context);
		// Settings that no call could use are refused here, since a person sees the message.
		readFunctionCallSettings(context);
		const { registration, baseUrl } = await createRegistrationContext(context);
		refuseUnreachableUrl(registration.url, baseUrl);
		if (context.getActivationMode() === 'manual') {
			storeSecretHash(context, await saveFunction(registration, toTestFunction(settings)));
		} else {
			storeSecretHash(context, await saveFunction(registration, settings));
			const { agentId, name } = settings;
			const isOutdated = (agentFunction: AgentFunction, ownerAgentId: string) =>
				isOwnFunction(agentFunction, registration) &&
				(ownerAgentId !== agentId || agentFunction.name !== name);
			const failedAgentIds = await switchOff(
				registration,
				[agentId, ...(registeredAgentIds ?? [])],
				isOutdated,
			);
			storeRegisteredAgentIds(context, [agentId, ...failedAgentIds]);
		}
	} catch (error) {
		const isSwitchedOff = registeredAgentIds?.length === 0;
		const previousVersionNote = isSwitchedOff
			? 'The function of the previous version is off now, because n8n unpublishes that version first. Publish it again to go back to it.'
			: '';
		throw new NodeOperationError(context.getNode(), joinSentences(describeError(error), previousVersionNote));
	}
	return true;
}

/**
 * Switches off the function of a workflow that is no longer published, or the one for a test. Never throws: n8n would
 * not unpublish.
 */
export async function deregister(context: IHookFunctions): Promise<boolean> {
	try {
		const { registration } = await createRegistrationContext(context);
		const agentId = toPlainText(context.getNodeParameter('agentId', '', { extractValue: true }));
		const registeredAgentIds = getRegisteredAgentIds(context);
		// A test has no registered agents. Only the function for the test leads to the Test URL.
		const shouldSwitchOff = (agentFunction: AgentFunction) =>
			registeredAgentIds
				? isOwnFunction(agentFunction, registration)
				: agentFunction.endpointUrl === registration.url;
		const agentIds = [...(registeredAgentIds ?? []), ...(agentId === '' ? [] : [agentId])];
		const failedAgentIds = await switchOff(registration, agentIds, shouldSwitchOff);
		if (registeredAgentIds) storeRegisteredAgentIds(context, failedAgentIds);
	} catch (error) {
		writeLog(context, 'warn', `the function may still be on: ${describeError(error)}`);
	}
	return true;
}

function describeError(error: unknown): string {
	if (error instanceof ServiceError) return joinSentences(error.report.message, error.report.description);
	if (error instanceof InvalidParameterError) return joinSentences(error.message, error.description);
	return error instanceof Error ? error.message : 'The function could not be registered';
}

const joinSentences = (message: string, advice: string): string =>
	`${message.replace(/\.$/, '')}. ${advice}`.trim();

/**
 * Returns the agents that may have an active function of this trigger, as n8n keeps them with the node; undefined
 * if this n8n has not published the trigger yet. A copy of the workflow may bring what another n8n has stored.
 */
function getRegisteredAgentIds(context: IHookFunctions): string[] | undefined {
	const { published } = context.getWorkflowStaticData('node');
	if (!isRecord(published) || published.instanceId !== context.getInstanceId()) return undefined;
	return Array.isArray(published.agentIds) ? published.agentIds.map(String) : [];
}

function storeRegisteredAgentIds(context: IHookFunctions, agentIds: string[]): void {
	context.getWorkflowStaticData('node').published = {
		instanceId: context.getInstanceId(),
		agentIds: [...new Set(agentIds)],
	};
}

async function createRegistrationContext(
	context: IHookFunctions,
): Promise<{ registration: RegistrationContext; baseUrl: string }> {
	const credentialType = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
	const client = await VoiceAgentClient.open(context, credentialType);
	const node = context.getNode();
	const workflowId = context.getWorkflow().id;
	const credentialId = node.credentials?.[credentialType]?.id;
	const identity = [context.getInstanceId(), workflowId, node.id, node.webhookId, credentialId];
	const registration: RegistrationContext = {
		functions: new CustomFunctionsClient(client),
		url: context.getNodeWebhookUrl('default') ?? '',
		triggerId: identifyTrigger(identity),
		secretHash: getSecretHash(context),
		log: (level, text) => writeLog(context, level, text),
	};
	return { registration, baseUrl: client.connection.baseUrl };
}

/** Refuses a URL that the service would not call: it has to be https, except for a service on the same machine. */
function refuseUnreachableUrl(url: string, baseUrl: string): void {
	const advice =
		'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL in older versions) to its public https:// address, restart n8n and publish the workflow again.';
	if (isPrivateAddress(url) && !isPrivateAddress(baseUrl)) {
		throw new RegistrationError(`The service cannot reach n8n at ${url}. ${advice}`);
	}
	if (!url.startsWith('https://') && !isLoopbackAddress(url)) {
		throw new RegistrationError(`The service calls only https:// addresses, not ${url}. ${advice}`);
	}
}
