import { definePart } from '../plugin.ts';
import { deliveryFaultControl } from './delivery-fault-control.ts';
import { webhookControl } from './control.ts';
import { Destinations } from './destination.ts';
import { Dispatcher } from './dispatcher.ts';
import { replayFunctions } from './functions.ts';
import { Outbox } from './outbox.ts';
import { REPLAY_INDEX, WEBHOOK_TABLES } from './tables.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Events and what is to be delivered of them. */
		outbox: Outbox;
		/** Where deliveries go. */
		destinations: Destinations;
		/** Sends what is due. */
		dispatcher: Dispatcher;
	}
}

/** Section 6: events and their delivery. */
export default definePart({
	name: 'webhooks',
	dependencies: ['auth'],
	migrations: [WEBHOOK_TABLES, REPLAY_INDEX],
	setUp: (app) => {
		const { apiKeys, clock, config, database, history, ids } = app;
		app.decorate('destinations', new Destinations());
		app.decorate('outbox', new Outbox(database, clock, ids, apiKeys, config.retryPolicy));
		const { destinations, outbox } = app;
		app.decorate(
			'dispatcher',
			new Dispatcher(database, clock, outbox, destinations, config.retryPolicy.timeoutMs),
		);
		destinations.add('api_key', (id) => apiKeys.findWebhookUrl(id));
		apiKeys.onWebhookGone((id, reason) => outbox.abandon({ kind: 'api_key', id }, reason));
		const settled =
			"NOT EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq AND status = 'pending')";
		history.bound('events', settled, (seq) => outbox.forget(seq));
	},
	seed: ({ dispatcher, outbox }) => {
		outbox.reset();
		dispatcher.reset();
	},
	functions: replayFunctions,
	control: async (app) => {
		await webhookControl(app);
		await deliveryFaultControl(app);
	},
	start: ({ dispatcher }) => dispatcher.start(),
	stop: ({ dispatcher }) => dispatcher.stop(),
});
