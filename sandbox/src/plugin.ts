import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { SeedName } from './config.ts';

/** The sandbox, or a scope of it, with what its parts decorate it with. */
export type App = FastifyInstance;

/** Adds routes. Each call gets an encapsulated scope: its hooks and parsers stay its own. */
export type Routes = (app: App) => void | Promise<void>;

/** Where the addresses of each kind of routes begin. */
export const PREFIXES = {
	functions: '/functions/v1',
	authentication: '/auth/v1',
	control: '/sandbox/v1',
	pages: '',
} as const;

type Kind = keyof typeof PREFIXES;

declare module 'fastify' {
	interface FastifyInstance {
		/** The routes of every part, by kind, in the order in which the parts depend on one another. */
		partRoutes: Record<Kind, Routes[]>;
	}
}

/** One part of the interface. Whatever it shares, it decorates the instance with. */
interface PartDefinition {
	readonly name: string;
	/** The tag under which the OpenAPI document groups its endpoints of `/functions/v1`. */
	readonly tag?: string;
	/** The parts whose decorations it uses. */
	readonly dependencies: readonly string[];
	/**
	 * SQL that makes its tables, indexes and triggers, each `IF NOT EXISTS`. A change of them raises `LAYOUT`.
	 */
	readonly tables?: string;
	/** The decorations of the instance. */
	readonly provide?: (app: App) => Partial<App>;
	/** Tells other parts what it wants of them. */
	readonly setUp?: Routes;
	/** Puts the first rows in, within a write; also forgets what is kept in memory. */
	readonly seed?: (app: App, seed: SeedName) => void;
	/** Endpoints under `/functions/v1` (section 4): a token is required before anything is read. */
	readonly functions?: Routes | readonly Routes[];
	/** Endpoints under `/auth/v1` (section 4, token endpoints). */
	readonly authentication?: Routes | readonly Routes[];
	/** The control API under `/sandbox/v1`: for people and tests on this machine. */
	readonly control?: Routes | readonly Routes[];
	/** Addresses without a prefix and without a token: media, hosted pages. */
	readonly pages?: Routes | readonly Routes[];
	/** Begins what goes on by itself; called once the server listens. */
	readonly start?: (app: App) => void;
	/** Ends it. */
	readonly stop?: (app: App) => void | Promise<void>;
}

/**
 * Makes a Fastify plugin of one part of the interface; the index of its folder exports it, and it is found
 * there. Its routes are only collected: the scopes in `server.ts` add them.
 */
export function definePart(part: PartDefinition) {
	const { name, tag, dependencies, tables, provide, setUp, seed, start, stop } = part;
	return fastifyPlugin(
		async (app) => {
			if (tables !== undefined) app.database.transaction(() => app.database.execute(tables));
			for (const [decoration, value] of Object.entries(provide?.(app) ?? {})) {
				app.decorate(decoration, value as never);
			}
			await setUp?.(app);
			if (seed !== undefined) app.seeds.push((name) => seed(app, name));
			for (const kind of Object.keys(PREFIXES) as Kind[]) {
				const routes = [part[kind] ?? []].flat();
				if (routes.length === 0) continue;
				const tags = kind === 'functions' && tag !== undefined ? [tag] : undefined;
				app.partRoutes[kind].push(async (scope) => {
					if (tags) scope.addHook('onRoute', (route) => void (route.schema = { tags, ...route.schema }));
					for (const add of routes) await add(scope);
				});
			}
			if (start !== undefined) app.addHook('onListen', async () => start(app));
			if (stop !== undefined) app.addHook('onClose', async () => stop(app));
		},
		{ name, dependencies: [...dependencies] },
	);
}
