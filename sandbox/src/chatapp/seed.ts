import { DEMO_PHONE_NUMBER_ID } from '../demo.ts';
import type { App } from '../plugin.ts';

/** One connected business number, and one that never was. */
export function seedChatAppAccounts({ chatAppAccounts }: App): void {
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
