import type { Resource } from '../define';
import { replay } from './replay.operation';
import { replayWindow } from './replayWindow.operation';

export const webhookDelivery: Resource = {
	value: 'webhookDelivery',
	name: 'Webhook Delivery',
	operations: [replay, replayWindow],
};
