import type { Resource } from '../../execution/operation';
import { replay } from './replay.operation';
import { replayWindow } from './replayWindow.operation';

export const webhookDelivery: Resource = {
	value: 'webhookDelivery',
	name: 'Webhook Delivery',
	operations: [replay, replayWindow],
};
