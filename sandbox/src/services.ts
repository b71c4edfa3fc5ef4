import { randomBytes } from 'node:crypto';
import { Agents } from './agents/agents.ts';
import { ApiKeys } from './auth/api-keys.ts';
import { Authenticator } from './auth/authenticator.ts';
import { RefreshTokens } from './auth/refresh-tokens.ts';
import { recallFirstKey } from './auth/seed.ts';
import { SessionTokens } from './auth/session-tokens.ts';
import { recallUser, type AccountUser } from './auth/user.ts';
import { ChatAppAccounts } from './chatapp/accounts.ts';
import { Clock } from './clock/clock.ts';
import { Batches } from './batches/store.ts';
import { Campaigns } from './batches/campaigns.ts';
import { CallingPace } from './batches/pace.ts';
import { Checkouts } from './billing/checkouts.ts';
import { Credits } from './billing/credits.ts';
import { Calls } from './calls/store.ts';
import { Carrier } from './carrier/carrier.ts';
import { ChatSessions } from './chat-sessions/sessions.ts';
import type { Config } from './config.ts';
import { CustomFunctions } from './custom-functions/custom-functions.ts';
import { Database } from './database/database.ts';
import { History } from './database/history.ts';
import { migrate } from './database/migrations.ts';
import { Settings } from './database/settings.ts';
import { Faults } from './faults/faults.ts';
import { Address } from './http/address.ts';
import { Ids } from './ids/ids.ts';
import { Requests } from './requests/requests.ts';
import { Knowledge } from './knowledge/knowledge.ts';
import { MediaLinks } from './media/links.ts';
import { Memories } from './memories/memories.ts';
import { Messages } from './messages/store.ts';
import { Numbers } from './numbers/numbers.ts';
import type { Room } from './room.ts';
import { reseed, seedOnce, type SeedName } from './seed/seed.ts';
import { SkillExecutions } from './skills/executions.ts';
import { Skills } from './skills/skills.ts';
import { Voices } from './voice/voices.ts';
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
	readonly agents: Agents;
	readonly numbers: Numbers;
	readonly customFunctions: CustomFunctions;
	readonly knowledge: Knowledge;
	readonly memories: Memories;
	readonly skills: Skills;
	readonly skillExecutions: SkillExecutions;
	readonly messages: Messages;
	readonly mediaLinks: MediaLinks;
	readonly chatAppAccounts: ChatAppAccounts;
	readonly outbox: Outbox;
	readonly destinations: Destinations;
	readonly dispatcher: Dispatcher;
	readonly credits: Credits;
	readonly checkouts: Checkouts;
	readonly calls: Calls;
	readonly batches: Batches;
	readonly pace: CallingPace;
	readonly campaigns: Campaigns;
	readonly chatSessions: ChatSessions;
	readonly carrier: Carrier;
	readonly voices: Voices;
	readonly history: History;
	readonly faults: Faults;
	readonly requests: Requests;
	/** The account's first API key; `secret` only when this run has created it. */
	readonly firstKey: { id: string; secret: string | null };
	/** Takes everything back to the first rows. */
	readonly reset: (seed: SeedName) => Promise<void>;
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
	const mediaLinks = new MediaLinks(address, clock, mediaSecret);
	const messages = new Messages(database, clock, ids, mediaLinks);
	const credits = new Credits(database, clock, ids);
	const calls = new Calls(database, ids, outbox);
	const batches = new Batches(database, clock, ids);
	const pace = new CallingPace(settings);
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
		agents: new Agents(database),
		numbers: new Numbers(database, clock, ids),
		customFunctions: new CustomFunctions(database, clock, ids),
		knowledge: new Knowledge(database),
		memories: new Memories(database, clock),
		skills: new Skills(database),
		skillExecutions: new SkillExecutions(database, clock, ids),
		messages,
		mediaLinks,
		chatAppAccounts,
		outbox,
		destinations,
		dispatcher: new Dispatcher(database, clock, outbox, destinations, config.retryPolicy.timeoutMs),
		credits,
		checkouts: new Checkouts(database, clock, ids, credits),
		calls,
		batches,
		pace,
		campaigns: new Campaigns({ database, settings, clock, batches, calls, credits, pace }),
		chatSessions: new ChatSessions(database, clock, ids, outbox),
		carrier: new Carrier(database, settings, clock, messages),
		voices: new Voices(database, clock, ids),
		history: new History(database, config.keep),
		faults: new Faults(),
		requests: new Requests(clock),
		firstKey: { id: '', secret: null },
		// In its turn: what was accepted before it is part of what it clears.
		reset: (seed) =>
			database.write(() => {
				services.faults.remove();
				services.outbox.reset();
				services.requests.clear();
				reseed(services, rooms, seed);
			}),
	};
	for (const table of ['messages', 'calls', 'skill_executions', 'credit_entries'])
		services.history.bound(table);
	services.history.bound('chat_sessions', 'ended_at IS NOT NULL');
	const settled = "NOT EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq AND status = 'pending')";
	services.history.bound('events', settled, (seq) => outbox.forget(seq));
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
