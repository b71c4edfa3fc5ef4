import authPart from '../auth/index.ts';
import { definePart } from '../plugin.ts';
import { deliveryFaultControl } from './delivery-faults.ts';
import { Dispatcher } from './dispatcher.ts';
import { webhookControl, replayDeliveries } from './endpoints.ts';
import { DeliveryLog } from './log.ts';
import { Outbox } from './outbox.ts';
import { Destinations } from './rules.ts';
import { WEBHOOK_TABLES } from './tables.ts';

declare module 'fastify' {
	interface FastifyInstance {
		outbox: Outbox;
		deliveryLog: DeliveryLog;
		destinations: Destinations;
		dispatcher: Dispatcher;
	}
}

/** Section 6: events and their delivery. */
export default definePart({
	tag: 'Webhooks',
	dependencies: [authPart],
	tables: WEBHOOK_TABLES,
	provide: (app) => ({
		destinations: new Destinations(),
		outbox: new Outbox(app),
		deliveryLog: new DeliveryLog(app),
		dispatcher: new Dispatcher(app),
	}),
	setUp: ({ apiKeys, destinations, history, outbox }) => {
		destinations.add('api_key', (id) => apiKeys.findWebhookUrl(id));
		destinations.add('test_url', decodeURIComponent);
		apiKeys.onWebhookGone((id, reason) => outbox.abandon(`api_key:${id}`, reason));
		const settled =
			"NOT EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq AND status = 'pending')";
		history.bound('events', settled, (seq) => outbox.forget(seq));
	},
	reset: ({ dispatcher, outbox }) => {
		outbox.deliveryFaults.clear();
		dispatcher.reset();
	},
	functions: replayDeliveries,
	control: [...webhookControl, ...deliveryFaultControl],
	start: ({ dispatcher }) => dispatcher.start(),
	stop: ({ dispatcher }) => dispatcher.stop(),
});
