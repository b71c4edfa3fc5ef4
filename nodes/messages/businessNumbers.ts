import type { Send } from '../service/request';
import { readMessagePages } from './messageList';

/** The most pages of messages in which business numbers are looked for. */
const MAX_PAGES = 10;

/**
 * Finds the business number of the account's chat-app messages. No endpoint lists the numbers themselves
 * (docs/maintainers/where-the-interface-is-silent.md).
 * @returns undefined if the newest messages have none, or several.
 * @throws ServiceError if the service does not answer.
 */
export async function findOnlyBusinessNumber(send: Send): Promise<string | undefined> {
	const numbers = new Map<string, string>();
	let pages = 0;
	for await (const { messages } of readMessagePages(send, {})) {
		for (const { channel, ourNumber } of messages) {
			if (channel === 'chatapp' && ourNumber) numbers.set(ourNumber.comparable, ourNumber.written);
		}
		if (numbers.size > 1 || ++pages === MAX_PAGES) break;
	}
	return numbers.size === 1 ? [...numbers.values()][0] : undefined;
}
