import { DEMO_PHONE_NUMBER_ID } from '../demo.ts';
import type { App } from '../plugin.ts';

/** One connected business number, and one that never was. */
export function seedChatAppAccounts({ chatAppAccounts, ids }: App): void {
	chatAppAccounts.add({
		id: ids.uuid('chatapp-account'),
		phone_number_id: '106540352242977',
		display_number: '+16475550171',
		connected: false,
		webhook_url: null,
	});
	chatAppAccounts.add({
		id: ids.uuid('chatapp-account'),
		phone_number_id: DEMO_PHONE_NUMBER_ID,
		display_number: '+14155550100',
		connected: true,
		webhook_url: null,
	});
}
