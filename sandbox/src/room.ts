import type {
	FastifyBaseLogger,
	FastifyInstance,
	RawReplyDefaultExpression,
	RawRequestDefaultExpression,
	RawServerDefault,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { SeedName } from './seed/seed.ts';
import type { Services } from './services.ts';

/** A Fastify instance whose routes take their types from their TypeBox schemas. */
export type App = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression<RawServerDefault>,
	RawReplyDefaultExpression<RawServerDefault>,
	FastifyBaseLogger,
	TypeBoxTypeProvider
>;

/** Adds routes to a scope. Each call gets an encapsulated scope: its hooks and parsers stay its own. */
export type Routes = (app: App, services: Services) => void | Promise<void>;

/** One part of the interface: its tables, its first rows and its routes. `rooms.ts` lists them all. */
export interface Room {
	readonly name: string;
	/** SQL steps, see {@link import('./database/migrations.ts').Migrations}. */
	readonly migrations?: readonly string[];
	/** Puts the first rows in, within a transaction. Rooms are seeded in the order of `rooms.ts`. */
	readonly seed?: (services: Services, seed: SeedName) => void;
	/** Endpoints under `/functions/v1` (section 4): a token is required before anything is read. */
	readonly functions?: Routes;
	/** Endpoints under `/auth/v1` (section 4, token endpoints). */
	readonly authentication?: Routes;
	/** Addresses without a prefix and without a token: media, hosted pages. */
	readonly pages?: Routes;
	/** The control API under `/sandbox/v1`: for people and tests on this machine. */
	readonly control?: Routes;
	/** Begins what goes on by itself; called once the server listens. */
	readonly start?: (services: Services) => void;
	/** Ends it; called before the database closes. */
	readonly stop?: (services: Services) => void | Promise<void>;
}
