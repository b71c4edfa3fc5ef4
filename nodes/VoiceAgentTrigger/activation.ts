import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readConnection } from '../shared/client/credentials';
import { trimmedText } from '../shared/text/trimmedText';
import { isPrivateAddress } from '../shared/webhook/privateAddress';
import { UNSIGNED_EVENT, type VoiceAgentEvent } from '../shared/wire/events';
import { chatAppTokenFlaw, signingSecretFlaw } from '../shared/wire/webhookSecrets';

/**
 * Finds the reason why a trigger with these settings could never run safely. The remedy stands in the same
 * text: since n8n 2.40 a person sees only the message. Undefined if there is none.
 */
export function activationObstacle(
	events: VoiceAgentEvent[],
	credential: ICredentialDataDecryptedObject,
	webhookUrl: string,
): string | undefined {
	if (events.some((event) => event !== UNSIGNED_EVENT)) {
		const flaw = signingSecretFlaw(credential.signingSecret);
		if (flaw) {
			return `The 'Signing Secret' in the credential ${flaw}, so no event could be accepted. Set ${webhookUrl} as the webhook URL of your API key in the service's dashboard, and paste the secret that it shows (whsec_...) into the credential.`;
		}
		const previous = credential.previousSigningSecret;
		const previousFlaw = trimmedText(previous) === '' ? undefined : signingSecretFlaw(previous);
		if (previousFlaw) {
			return `The 'Previous Signing Secret' in the credential ${previousFlaw}. Paste it again, or empty the field.`;
		}
	}
	const tokenFlaw = events.includes(UNSIGNED_EVENT) && chatAppTokenFlaw(credential.chatAppToken);
	if (tokenFlaw) {
		return `The 'Chat App Token' in the credential ${tokenFlaw}, so no chat-app message could be accepted. Enter a random text of at least 16 letters and digits there, and set ${webhookUrl}?token=YOUR_TOKEN, with that text in place of YOUR_TOKEN, as the webhook URL of the chat-app account.`;
	}
	return undefined;
}

/**
 * Warns of an address of n8n that is not public while the service is. It may be reachable all the same, by
 * split DNS or a tunnel that n8n does not know of, so this is no reason to refuse.
 */
export function reachabilityWarning(
	credential: ICredentialDataDecryptedObject,
	webhookUrl: string,
): string | undefined {
	if (!isPrivateAddress(webhookUrl) || isPrivateAddress(readConnection(credential).baseUrl)) return undefined;
	return `the webhook URL ${webhookUrl} works only inside your own network. If no events arrive, set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL in older versions) to its public address and publish the workflow again.`;
}
