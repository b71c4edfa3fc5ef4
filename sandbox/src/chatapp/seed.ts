import type { Services } from '../services.ts';

/** The seeded business number on the chat-app channel. */
export const DEMO_PHONE_NUMBER_ID = '106540352242922';

/** One connected business number, and one that never was. */
export function seedChatAppAccounts({ chatAppAccounts }: Services): void {
	chatAppAccounts.add({
		phoneNumberId: '106540352242977',
		displayNumber: '+16475550171',
		connected: false,
		webhookUrl: null,
	});
	chatAppAccounts.add({
		phoneNumberId: DEMO_PHONE_NUMBER_ID,
		displayNumber: '+14155550100',
		connected: true,
		webhookUrl: null,
	});
}
