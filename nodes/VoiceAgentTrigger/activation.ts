import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { connectionFrom } from '../shared/service/connection';
import { UNSIGNED_EVENT, type VoiceAgentEvent } from '../shared/wire/events';
import { usableSecrets } from './signature';

/**
 * Why a trigger with these settings could never run, with the mend in the same sentence: since n8n 2.40 a person sees only
 * the message. Undefined when nothing speaks against it.
 */
export function activationObstacle(
	events: VoiceAgentEvent[],
	credential: ICredentialDataDecryptedObject,
	webhookUrl: string,
): string | undefined {
	if (events.length === 0) return 'No event is selected. Choose at least one under Events.';
	if (
		events.some((event) => event !== UNSIGNED_EVENT) &&
		usableSecrets(credential.signingSecret).length === 0
	) {
		return `The credential holds no Signing Secret, so no event could be accepted. Set ${webhookUrl} as webhook URL of your API key in the service's dashboard and paste the secret that it shows (whsec_...) into the credential.`;
	}
	if (events.includes(UNSIGNED_EVENT) && !hasText(credential.chatAppToken)) {
		return `The credential holds no Chat App Token, so no chat-app message could be accepted. Enter a long random text there and set ${webhookUrl}?token=<that text> as webhook URL of the chat-app account.`;
	}
	const { baseUrl } = connectionFrom(credential);
	if (isPrivate(webhookUrl) && !isPrivate(baseUrl)) {
		return `The service cannot reach ${webhookUrl}: the address works only inside your own network. Set the environment variable WEBHOOK_URL of n8n to its public address and publish the workflow again.`;
	}
	return undefined;
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Loopback, link-local and private ranges (RFC 1918, RFC 4193), and names that only a local network resolves. */
const PRIVATE_HOST = new RegExp(
	[
		'localhost|.*\\.(localhost|local|internal|lan)',
		'0\\.0\\.0\\.0|(127|10)(\\.\\d+){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d+){2}',
		'\\[::1?\\]|\\[::ffff:.*|\\[f[cd][0-9a-f]{2}:.*|\\[fe80:.*',
	]
		.map((hosts) => `^(${hosts})$`)
		.join('|'),
	'i',
);

function isPrivate(url: string): boolean {
	try {
		const { hostname } = new URL(url);
		return PRIVATE_HOST.test(hostname) || !/[.:]/.test(hostname);
	} catch {
		return false;
	}
}
