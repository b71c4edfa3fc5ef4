import { isoTime, type Clock } from '../clock/clock.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';
import type { Message } from '../messages/message.ts';
import type { Messages } from '../messages/store.ts';
import type { ChatAppAccounts } from './accounts.ts';

/** Section 8: free-form messages are allowed this long after the recipient's last message. */
const WINDOW_MS = 24 * 3_600_000;

const OUTSIDE_WINDOW = {
	code: 'outside_messaging_window',
	reason: 'More than 24 hours have passed since the recipient last sent a message.',
};

/** A chat-app text to be sent; `recipient` in digits only. */
export interface ChatAppText {
	readonly phoneNumberId: string;
	readonly recipient: string;
	readonly text: string;
	readonly metadata: Readonly<Record<string, unknown>> | null;
}

interface SendServices {
	readonly chatAppAccounts: ChatAppAccounts;
	readonly messages: Messages;
	readonly clock: Clock;
	readonly ids: Ids;
}

/**
 * Sends a chat-app message as the provider would: it is `sent`, or, outside the window, `failed` with its reason
 * (section 3, message status). Either way it is kept. To be called within a write.
 *
 * @throws {ServiceError} 404 when the business number is not a connected one (section 7)
 */
export function sendChatAppText(request: ChatAppText, services: SendServices): Message {
	const { chatAppAccounts, messages, clock, ids } = services;
	const account = chatAppAccounts.findByPhoneNumberId(request.phoneNumberId);
	if (account === undefined || !account.connected) throw plainError(404, 'Chat-app account not found');

	const [last] = messages.listLatestInbound('chatapp', request.recipient, request.phoneNumberId, 1);
	const allowed = last !== undefined && clock.now() - Date.parse(last.created_at) <= WINDOW_MS;
	return messages.create({
		channel: 'chatapp',
		direction: 'outbound',
		from_number: request.phoneNumberId,
		to_number: request.recipient,
		body: request.text,
		metadata: request.metadata,
		...(allowed
			? { status: 'sent', message_sid: `chatmsg.${ids.hex('provider-message', 16)}` }
			: { status: 'failed', delivery_error: { ...OUTSIDE_WINDOW, at: isoTime(clock.now()) } }),
	});
}
