import { type ICredentialDataDecryptedObject, type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { writeLog } from '../n8n/node';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { VoiceAgentClient, createSend, post } from '../service/request';
import { ServiceError, assess } from '../service/failure';
import { toLogText } from '../service/webhookRequest';
import {
	getOrigin,
	toConnection,
	isPrivateAddress,
	validateChatAppToken,
	validateSigningSecrets,
} from '../service/credentials';
import { trimText } from '../text/strings';
import { CHAT_APP_RECEIVED, type VoiceAgentEvent } from '../events/events';
import { readWebhookSettings, type TriggerSettings } from './settings';

/**
 * Makes sure that events can be accepted once the workflow is published.
 * @throws NodeOperationError if the trigger could never run; the message says what to do about it.
 */
export async function activate(context: IHookFunctions): Promise<boolean> {
	const { events } = requireSettings(context);
	const credential = await context.getCredentials('voiceAgentApi');
	const webhookUrl = context.getNodeWebhookUrl('default') ?? '';
	const problem = findActivationProblem(events, credential, webhookUrl);
	if (problem) throw new NodeOperationError(context.getNode(), problem);
	const warning = reachabilityWarning(credential, webhookUrl);
	if (warning) writeLog(context, 'warn', warning);

	const client = await VoiceAgentClient.open(context);
	try {
		const send = createSend(client, { idempotent: true, isInteractive: true });
		await send(post('list-messages', { limit: 1 }));
	} catch (error) {
		const failure = error instanceof ServiceError ? error.request?.failure : undefined;
		if (failure && assess(failure).reason === 'unauthorized') {
			throw new NodeOperationError(
				context.getNode(),
				'The API key in the credential is wrong or was revoked. Enter a working key in the credential and publish the workflow again.',
			);
		}
		// Events arrive once the service is up again, so its absence now is not a reason to refuse.
		const origin = getOrigin(client.connection.baseUrl);
		writeLog(context, 'warn', `the service at ${origin} did not answer at activation: ${toLogText(error)}`);
	}
	return true;
}

/** @throws NodeOperationError that names the parameter that cannot be read, and says what to enter. */
function requireSettings(context: IHookFunctions): TriggerSettings {
	try {
		return readWebhookSettings(context);
	} catch (error) {
		const reason = error instanceof InvalidParameterError ? error.fullText : (error as Error);
		throw new NodeOperationError(context.getNode(), reason);
	}
}

/**
 * Finds the reason why a trigger with these settings could never run safely. The same string says how to fix it,
 * since n8n 2.40 and newer show only the message. Returns undefined if there is none.
 */
export function findActivationProblem(
	events: VoiceAgentEvent[],
	credential: ICredentialDataDecryptedObject,
	webhookUrl: string,
): string | undefined {
	if (events.some((event) => event !== CHAT_APP_RECEIVED)) {
		const problem = validateSigningSecrets(credential.signingSecret);
		if (problem) {
			return `The 'Signing Secret' in the credential ${problem}, so no event could be accepted. Set ${webhookUrl} as the webhook URL of your API key in the service's dashboard, and paste the secret that it shows (whsec_...) into the credential.`;
		}
		const previous = credential.previousSigningSecret;
		const previousProblem = trimText(previous) === '' ? undefined : validateSigningSecrets(previous);
		if (previousProblem) {
			return `The 'Previous Signing Secret' in the credential ${previousProblem}. Paste it again, or empty the field.`;
		}
	}
	const tokenProblem = events.includes(CHAT_APP_RECEIVED) && validateChatAppToken(credential.chatAppToken);
	if (tokenProblem) {
		return `The 'Chat App Token' in the credential ${tokenProblem}, so no chat-app message could be accepted. Enter a random text of at least 16 letters and digits there, and set ${webhookUrl}?token=YOUR_TOKEN, with that text in place of YOUR_TOKEN, as the webhook URL of the chat-app account.`;
	}
	return undefined;
}

/**
 * Warns of an address of n8n that is not public while the service is. It may be reachable all the same, by
 * split DNS or a tunnel that n8n does not know about, so this is not a reason to refuse.
 */
export function reachabilityWarning(
	credential: ICredentialDataDecryptedObject,
	webhookUrl: string,
): string | undefined {
	if (!isPrivateAddress(webhookUrl) || isPrivateAddress(toConnection(credential).baseUrl)) return undefined;
	return `the webhook URL ${webhookUrl} works only inside your own network. If no events arrive, set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL in older versions) to its public address and publish the workflow again.`;
}
