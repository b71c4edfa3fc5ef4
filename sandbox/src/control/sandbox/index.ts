import { Type } from 'typebox';
import addressPart from '../../service/address/index.ts';
import authPart from '../../service/auth/index.ts';
import { SEEDS } from '../../service/config.ts';
import { endpoint } from '../../service/http/endpoint.ts';
import { Nullable, OneOf, Timestamp } from '../../service/http/values.ts';
import { packageJson } from '../../package-files.ts';
import { definePart } from '../../service/plugin.ts';
import { clearAndSeed } from '../../service/seed/index.ts';
import webhooksPart from '../../service/webhooks/index.ts';

const showStatus = endpoint('GET /status', {
	operationId: 'showStatus',
	command: 'status',
	summary: 'Say whether a sandbox runs, and how it is',
	answer: Type.Object({
		name: Type.String(),
		account: Type.Integer({ description: 'Which of the accounts this is, from 1' }),
		version: Type.String(),
		url: Type.String(),
		now: Timestamp,
		uptime_seconds: Type.Integer(),
		cpu_seconds: Type.Number({ description: 'What the process has computed since it started' }),
		memory_bytes: Type.Integer({ description: 'What the process holds of the machine (resident set size)' }),
		data: Nullable(Type.String({ description: 'The data folder; none: it is gone when the sandbox stops' })),
		deliveries: Type.Object(
			{ pending: Type.Integer(), succeeded: Type.Integer(), dead_lettered: Type.Integer() },
			{ description: 'How many of those that are kept are in each state' },
		),
	}),
	handle: (_request, { address, clock, config, deliveryLog }) => {
		const { user, system } = process.cpuUsage();
		return {
			name: packageJson.name,
			account: config.account,
			version: packageJson.version,
			url: address.url,
			now: clock.stamp(),
			uptime_seconds: Math.round(process.uptime()),
			cpu_seconds: (user + system) / 1e6,
			memory_bytes: process.memoryUsage.rss(),
			data: config.data ?? null,
			deliveries: {
				pending: deliveryLog.count({ status: 'pending' }),
				succeeded: deliveryLog.count({ status: 'succeeded' }),
				dead_lettered: deliveryLog.count({ status: 'dead_lettered' }),
			},
		};
	},
});

const reset = endpoint('POST /reset', {
	operationId: 'resetAccount',
	command: 'reset',
	summary: 'Start again; the first API key goes on working',
	body: Type.Object({ seed: Type.Optional(OneOf(SEEDS)) }),
	answer: Type.Object({ seed: OneOf(SEEDS), api_key_id: Type.String() }),
	handle: ({ body }, app) => {
		const { seed = app.config.seed } = body;
		clearAndSeed(seed, app);
		return { seed, api_key_id: app.firstKey.id };
	},
});

/** The sandbox as a whole. */
export default definePart({
	dependencies: [addressPart, authPart, webhooksPart],
	control: [showStatus, reset],
});
