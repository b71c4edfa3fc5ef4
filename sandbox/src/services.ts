import { randomBytes } from 'node:crypto';
import { ApiKeys } from './auth/api-keys.ts';
import { Authenticator } from './auth/authenticator.ts';
import { RefreshTokens } from './auth/refresh-tokens.ts';
import { recallFirstKey } from './auth/seed.ts';
import { SessionTokens } from './auth/session-tokens.ts';
import { recallUser, type AccountUser } from './auth/user.ts';
import { ChatAppAccounts } from './chatapp/accounts.ts';
import { Clock } from './clock/clock.ts';
import type { Config } from './config.ts';
import { Database } from './database/database.ts';
import { migrate } from './database/migrations.ts';
import { Settings } from './database/settings.ts';
import { Faults } from './faults/faults.ts';
import { Address } from './http/address.ts';
import { Ids } from './ids/ids.ts';
import { Journal } from './journal/journal.ts';
import { MediaLinks } from './media/links.ts';
import { Messages } from './messages/store.ts';
import { Numbers } from './numbers/numbers.ts';
import type { Room } from './room.ts';
import { reseed, seedOnce, type SeedName } from './seed/seed.ts';
import { Destinations } from './webhooks/destination.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { Outbox } from './webhooks/outbox.ts';

/** Everything that rooms work with. A room that keeps something of its own adds a line here. */
export interface Services {
	readonly config: Config;
	readonly database: Database;
	readonly settings: Settings;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly address: Address;
	readonly authenticator: Authenticator;
	readonly apiKeys: ApiKeys;
	readonly user: AccountUser;
	readonly sessionTokens: SessionTokens;
	readonly refreshTokens: RefreshTokens;
	readonly numbers: Numbers;
	readonly messages: Messages;
	readonly mediaLinks: MediaLinks;
	readonly chatAppAccounts: ChatAppAccounts;
	readonly outbox: Outbox;
	readonly destinations: Destinations;
	readonly dispatcher: Dispatcher;
	readonly faults: Faults;
	readonly journal: Journal;
	/** The account's first API key; `secret` only when this run has created it. */
	readonly firstKey: { id: string; secret: string | null };
	/** Takes everything back to the first rows. */
	readonly reset: (seed: SeedName) => void;
}

/**
 * Opens the database, brings it up to date, and builds everything on it.
 * @throws {DatabaseInUseError} when the data folder is in use
 */
export function createServices(config: Config, rooms: readonly Room[]): Services {
	const database = new Database(config.dataFolder);
	migrate(database, rooms);
	const settings = new Settings(database);
	const clock = new Clock(settings);
	const ids = new Ids(config.deterministic ? `run ${nextRun(settings)}` : undefined);
	const address = new Address();
	const apiKeys = new ApiKeys(database, clock, ids);
	const authenticator = new Authenticator();
	authenticator.accept(apiKeys.verify);
	const user = recallUser(settings, ids);
	const sessionTokens = new SessionTokens(settings, clock, ids, user);
	authenticator.accept(sessionTokens.verify);
	const chatAppAccounts = new ChatAppAccounts(database, ids);
	const destinations = new Destinations(apiKeys, chatAppAccounts);
	const outbox = new Outbox(database, clock, ids, apiKeys, config.retryPolicy);
	const mediaSecret = settings.getOrCreate('media_secret', () => randomBytes(32).toString('hex'));
	const services: Services = {
		config,
		database,
		settings,
		clock,
		ids,
		address,
		authenticator,
		apiKeys,
		user,
		sessionTokens,
		refreshTokens: new RefreshTokens(database, clock, ids),
		numbers: new Numbers(database, clock, ids),
		messages: new Messages(database, clock, ids),
		mediaLinks: new MediaLinks(address, clock, mediaSecret),
		chatAppAccounts,
		outbox,
		destinations,
		dispatcher: new Dispatcher(database, clock, outbox, destinations, config.retryPolicy.timeoutMs),
		faults: new Faults(),
		journal: new Journal(clock),
		firstKey: { id: '', secret: null },
		reset: (seed) => {
			services.faults.remove();
			services.journal.clear();
			reseed(services, rooms, seed);
		},
	};
	recallFirstKey(services);
	seedOnce(services, rooms, config.seed);
	return services;
}

/** The number of this run on its data, so that a restart does not draw the same identifiers again. */
function nextRun(settings: Settings): number {
	const run = Number(settings.get('runs') ?? 0) + 1;
	settings.set('runs', String(run));
	return run;
}
