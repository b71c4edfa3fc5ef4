import { readChannel } from '../../../../nodes/conversation/conversation';
import { rowAt } from '../../../support/listed-rows';

it.each([
	['sms', 'inbound', '+14155550123', '+14155550100'],
	['sms', 'outbound', '+14155550100', '+14155550123'],
	// A short code.
	['sms', 'inbound', '72345', '+14155550100'],
	['chatapp', 'inbound', '14155550123', '106540352242922'],
	['chatapp', 'inbound', '+14155550123', '106540352242922'],
	['chatapp', 'outbound', '106540352242922', '14155550123'],
] as const)('takes for %s a message that is %s from %s to %s', (channel, direction, from, to) => {
	const message = { ...rowAt(0).message, direction, from_number: from, to_number: to };
	expect(readChannel(message)).toBe(channel);
});
