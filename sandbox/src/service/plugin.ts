import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { SeedName } from './config.ts';

/** The sandbox or a scope of it, with the decorations of its parts. */
export type App = FastifyInstance;

/** Adds routes. Each call gets an encapsulated scope, whose hooks and parsers do not affect others. */
export type Routes = (app: App) => void | Promise<void>;

/** The prefixes of the addresses of each kind of routes. */
export const PREFIXES = {
	functions: '/functions/v1',
	authentication: '/auth/v1',
	control: '/sandbox/v1',
	pages: '',
} as const;

type Kind = keyof typeof PREFIXES;

/** A kind of event (section 6), as the OpenAPI document describes it. */
export interface EventKind {
	/** The occasion on which it fires. */
	readonly summary: string;
	/** The schema of its `data`. */
	readonly data: TSchema;
	/** A complete `data`. */
	readonly example: object;
	/** The fields of `data` that the event has beside `data`, too. */
	readonly repeated?: readonly string[];
	/** Nobody signs it. */
	readonly isUnsigned?: true;
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The routes of every part, by kind, in the order in which the parts depend on one another. */
		partRoutes: Record<Kind, Routes[]>;
		/** The kinds of events of every part, by name. */
		eventKinds: Record<string, EventKind>;
	}
}

/** A part of the interface. It shares objects with other parts by decorating the instance. */
export interface Part {
	/** The OpenAPI tag of its endpoints under `/functions/v1`. */
	readonly tag?: string;
	/** The parts whose decorations it uses. */
	readonly dependencies: readonly Part[];
	/**
	 * The SQL that makes its tables, indexes and triggers, each `IF NOT EXISTS`. A change of them raises
	 * `LAYOUT`.
	 */
	readonly tables?: string;
	/** Returns the decorations of the instance. */
	readonly provide?: (app: App) => Partial<App>;
	/** Registers with the parts that it depends on, e.g. for their events, once all that `provide` returns is there. */
	readonly setUp?: Routes;
	/** Clears what the part keeps in memory and in settings; called within a transaction, after its tables were cleared. */
	readonly reset?: (app: App) => void;
	/** Adds the first rows, within a transaction; their times are relative to the clock, which stands still meanwhile. */
	readonly seed?: (app: App, seed: SeedName) => void;
	/** Endpoints under `/functions/v1` (section 4). They require a token before the body is read. */
	readonly functions?: Routes | readonly Routes[];
	/** Endpoints under `/auth/v1` (section 4, token endpoints). */
	readonly authentication?: Routes | readonly Routes[];
	/** Endpoints of the control API under `/sandbox/v1`, for people and tests on this machine. */
	readonly control?: Routes | readonly Routes[];
	/** Pages without a prefix that require no token: media and hosted pages. */
	readonly pages?: Routes | readonly Routes[];
	/** The kinds of events that it fires, by name. */
	readonly events?: Readonly<Record<string, EventKind>>;
	/** Starts the part's background work; called once the server listens. */
	readonly start?: (app: App) => void;
	/** Stops the background work. */
	readonly stop?: (app: App) => void | Promise<void>;
}

/** Types a part of the interface, which the index of its folder exports. */
export const definePart = (part: Part): Part => part;

/**
 * Adds parts to the sandbox, each once and after those on which it depends. Their routes are only collected
 * here; the scopes in `server.ts` add them.
 * @param added those that have been added before
 */
export async function addParts(app: App, parts: readonly Part[], added = new Set<Part>()): Promise<void> {
	for (const part of parts) {
		if (added.has(part)) continue;
		await addParts(app, part.dependencies, added);
		await addPart(app, part);
		added.add(part);
	}
}

async function addPart(app: App, part: Part): Promise<void> {
	const { tag, tables, events, provide, setUp, reset, seed, start, stop } = part;
	if (tables !== undefined) app.database.transaction(() => app.database.execute(tables));
	for (const [decoration, value] of Object.entries(provide?.(app) ?? {})) {
		app.decorate(decoration, value as never);
	}
	Object.assign(app.eventKinds, events);
	await setUp?.(app);
	if (reset !== undefined) app.resets.push(() => reset(app));
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
}
