import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { writeLog } from '../shared/n8n/log';
import { VoiceAgentClient } from '../shared/client/client';
import { credentialTypeFor } from '../shared/client/credentials';
import { ServiceError } from '../shared/client/errors';
import { readAuthentication } from '../shared/parameters/authentication';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';
import { isLoopbackAddress, isPrivateAddress } from '../shared/webhook/privateAddress';
import { readText } from '../shared/parameters/readers';
import { AgentFunctions } from './agentFunctions';
import {
	describeFormer,
	isListening,
	listen,
	publish,
	readN8nAddress,
	readUrlTail,
	RegistrationError,
	stopListening,
	unpublish,
	type Registrar,
	toOwner,
} from './registration';
import { deriveSecret } from './secret';
import { readCallSettings, readFunctionSettings } from './settings';

/**
 * Registers the function of a workflow that is published, or of one that listens
 * for a test. n8n calls it again if it fails.
 * @throws NodeOperationError whose message says what happened and how to go on: a person sees nothing else.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	try {
		const settings = readFunctionSettings(context);
		// Settings that no call could use are refused here, since a person sees the message.
		readCallSettings(context);
		const registrar = await openRegistrar(context);
		if (context.getActivationMode() === 'manual') await listen(registrar, settings);
		else await publish(registrar, settings);
	} catch (error) {
		const former = describeFormer(context.getWorkflowStaticData('node'), context.getInstanceId());
		throw new NodeOperationError(context.getNode(), sentences(describe(error), former));
	}
	return true;
}

function describe(error: unknown): string {
	if (error instanceof ServiceError) return sentences(error.report.message, error.report.description);
	if (error instanceof InvalidParameterError) return sentences(error.message, error.advice);
	return error instanceof Error ? error.message : 'The function could not be registered';
}

const sentences = (message: string, advice: string): string =>
	`${message.replace(/\.$/, '')}. ${advice}`.trim();

/**
 * Switches off the function of a workflow that is no longer published, or makes it lead back after a test.
 * Never throws: n8n would not unpublish.
 */
export async function deregister(context: IHookFunctions): Promise<boolean> {
	try {
		const registrar = await openRegistrar(context);
		if (isListening(registrar.state)) await stopListening(registrar);
		else await unpublish(registrar, readAgentId(context));
	} catch (error) {
		logFor(context)('warn', `the function may still be on: ${describe(error)}`);
	}
	return true;
}

function readAgentId(context: IHookFunctions): string | undefined {
	const id = readText(context.getNodeParameter('agentId', '', { extractValue: true }));
	return id === '' ? undefined : id;
}

const logFor =
	(context: IHookFunctions) =>
	(level: 'info' | 'warn', text: string): void =>
		writeLog(context, level, text);

async function openRegistrar(context: IHookFunctions): Promise<Registrar> {
	const authentication = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
	const credentialType = credentialTypeFor(authentication);
	const client = await VoiceAgentClient.open(context, authentication);
	const url = context.getNodeWebhookUrl('default') ?? '';
	refuseUnreachable(url, client.connection.baseUrl);
	const node = context.getNode();
	const urlTail = readUrlTail(url, node.webhookId !== undefined);
	return {
		functions: new AgentFunctions(client),
		url,
		urlTail,
		addresses: [readN8nAddress(url, urlTail) ?? '', ...readAddresses(context)],
		secret: deriveSecret(client.credential, {
			workflowId: context.getWorkflow().id,
			node,
			credentialType,
		}),
		owner: toOwner(context.getInstanceId(), node.credentials?.[credentialType]?.id ?? ''),
		state: context.getWorkflowStaticData('node'),
		log: logFor(context),
	};
}

/**
 * The addresses of n8n's Production and Test URLs, of which a hook gets one only. They differ if
 * N8N_EDITOR_BASE_URL is set and N8N_WEBHOOK_URL is not.
 */
const readAddresses = (context: IHookFunctions): string[] =>
	[context.getRestApiUrl(), context.getInstanceBaseUrl()]
		.filter((url) => URL.canParse(url))
		.map((url) => new URL('.', url).href);

/**
 * The interface asks for https in production (section 2). Loopback serves a service
 * on the same machine, such as the sandbox.
 */
function refuseUnreachable(url: string, baseUrl: string): void {
	const advice =
		'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL in older versions) to its public https:// address, restart n8n and publish the workflow again.';
	if (isPrivateAddress(url) && !isPrivateAddress(baseUrl)) {
		throw new RegistrationError(`The service cannot reach n8n at ${url}. ${advice}`);
	}
	if (!url.startsWith('https://') && !isLoopbackAddress(url)) {
		throw new RegistrationError(`The service calls only https:// addresses, not ${url}. ${advice}`);
	}
}
