import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { E164, Nullable } from '../http/values.ts';
import { WebhookUrl } from '../http/webhook-url.ts';

/** A business number on the chat-app channel. */
export const ChatAppAccount = Type.Object({
	id: Type.String(),
	phone_number_id: Type.String({ description: 'The opaque numeric id by which the interface knows it' }),
	display_number: E164,
	connected: Type.Boolean(),
	webhook_url: Nullable(WebhookUrl),
});
export type ChatAppAccount = Static<typeof ChatAppAccount>;

/** The chat-app business numbers that the account has connected through the dashboard. */
export class ChatAppAccounts extends Records<ChatAppAccount> {
	findByPhoneNumberId(phoneNumberId: string): ChatAppAccount | undefined {
		return this.listBy('phone_number_id', phoneNumberId)[0];
	}

	/** @throws {ServiceError} 404 when the business number is not connected (section 7) */
	requireConnected(phoneNumberId: string): ChatAppAccount {
		const account = this.findByPhoneNumberId(phoneNumberId);
		if (!account?.connected) throw plainError(404, 'Chat-app account not found');
		return account;
	}
}
