import Fastify, { type FastifyRequest, type FastifySchema } from 'fastify';
import { applyFaults } from './control/faults/apply.ts';
import { recordRequests, recordUnreadableBody } from './control/requests/record.ts';
import { guardControl } from './control/sandbox/guard.ts';
import * as parts from './parts.ts';
import { requireToken, readToken, sameSecret } from './service/auth/authenticator.ts';
import type { Config } from './service/config.ts';
import {
	readJsonBodies,
	compileSerializer,
	compileValidator,
	describeValidationErrors,
} from './service/http/bodies.ts';
import { answerError, plainError } from './service/http/errors.ts';
import {
	allowBrowsers,
	answerBrokenRequest,
	answerWholeRequests,
	dateAnswers,
	requireContentType,
} from './service/http/hooks.ts';
import { addParts, PREFIXES, type App, type Routes } from './service/plugin.ts';

/** The largest JSON body, which can hold a campaign with a hundred thousand recipients. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** How often Node looks for slow requests within their time limit. With 20, they are ended at most 5 % late. */
const CHECKS_PER_REQUEST = 20;

declare module 'fastify' {
	interface FastifyInstance {
		/** The configuration of this sandbox. */
		config: Config;
	}
}

/** A sandbox that is ready to listen. */
export type Server = Awaited<ReturnType<typeof buildServer>>;

/**
 * Builds a sandbox from its parts, in the order of their dependencies. Then their routes are added, kind by
 * kind.
 * @param others further accounts for which it answers; each has its own data and is recognized by its tokens
 * @throws {DataFolderError} when the data folder cannot be used
 */
export async function buildServer(config: Config, others: readonly App[] = []) {
	const { requestTimeoutMs: requestTimeout } = config;
	const app: App = Fastify({
		// Standard output is only for the address that `serve` prints.
		logger: { level: 'warn', stream: process.stderr },
		bodyLimit: MAX_BODY_BYTES,
		forceCloseConnections: true,
		// Node accepts the interval only when the server is created; Fastify overrides the time limit with its
		// own option.
		requestTimeout,
		http: { requestTimeout, connectionsCheckingInterval: Math.ceil(requestTimeout / CHECKS_PER_REQUEST) },
		frameworkErrors: answerError,
		clientErrorHandler: answerBrokenRequest,
		// Given at the creation, since Fastify would load its own compilers otherwise.
		schemaController: {
			compilersFactory: {
				buildValidator: () => compileValidator as never,
				buildSerializer: () => compileSerializer as never,
			},
		},
	});
	// The service reads JSON (section 4); a part that takes other content adds a parser itself.
	app.removeContentTypeParser('text/plain');
	readJsonBodies(app, { onUnreadable: recordUnreadableBody });
	app.setSchemaErrorFormatter(describeValidationErrors);
	app.setErrorHandler(answerError);
	app.setNotFoundHandler(answerNotFound);
	app.decorate('config', config);
	app.decorate('eventKinds', {});
	app.decorate('partRoutes', { functions: [], authentication: [], control: [], pages: [] });
	answerWholeRequests(app);
	dateAnswers(app);
	await addParts(app, Object.values(parts));

	// There is a scope for each kind of address. Its hooks run in the order in which they are added here, also
	// for unknown addresses.
	await addScope(app, 'functions', async (scope) => {
		passOnToAccounts(scope, others);
		recordRequests(scope);
		await allowBrowsers(scope);
		applyFaults(scope);
		requireToken(scope);
		requireContentType(scope);
		describeRoutes(scope, { security: [{ bearer: [] }] });
	});
	await addScope(app, 'authentication', async (scope) => {
		passOnToAccounts(scope, others);
		recordRequests(scope);
		await allowBrowsers(scope);
		applyFaults(scope);
		describeRoutes(scope, { security: [{ anon_key: [] }] });
	});
	await addScope(app, 'control', (scope) => {
		guardControl(scope);
		readJsonBodies(scope, { optional: true });
		describeRoutes(scope, { security: [{ control_token: [] }, {}], tags: ['Sandbox control'] });
	});
	await addScope(app, 'pages', () => undefined);

	await app.ready();
	return {
		app,
		/**
		 * Starts listening and delivering; returns the address at which this machine reaches it.
		 * @throws {NodeJS.ErrnoException} `EADDRINUSE` when the port is taken
		 */
		listen: () => app.listen({ host: config.host, port: config.port }),
		/** Stops listening and delivering, and closes the database. */
		close: async () => {
			await app.close();
			app.database.close();
		},
	};
}

/**
 * Adds the scope of one kind of address, with the routes of all parts.
 * @param setUp adds the hooks
 */
async function addScope(app: App, kind: keyof typeof PREFIXES, setUp: Routes): Promise<void> {
	const prefix = PREFIXES[kind];
	const addRoutes: Routes = async (scope) => {
		await setUp(scope);
		if (prefix !== '') scope.setNotFoundHandler(answerNotFound);
		for (const add of app.partRoutes[kind]) await scope.register(add);
	};
	await app.register(addRoutes, { prefix });
}

/** Adds a common schema to the OpenAPI description of every route of a scope. */
function describeRoutes(scope: App, common: FastifySchema): void {
	scope.addHook('onRoute', (route) => {
		if (route.method !== 'OPTIONS') route.schema = { ...common, ...route.schema };
	});
}

/** Passes a request with the token or the anon key of another account on to that account. */
function passOnToAccounts(scope: App, others: readonly App[]): void {
	scope.addHook('onRequest', (request, reply, done) => {
		const other = others.find((account) => isFor(account, request));
		if (other === undefined) return done();
		reply.hijack();
		other.routing(request.raw, reply.raw);
	});
}

/** Tells if a request carries a token or the anon key of an account. */
function isFor({ apiKeys, sessionTokens, user }: App, request: FastifyRequest): boolean {
	const token = readToken(request);
	const { apikey } = request.headers;
	if (typeof apikey === 'string' && sameSecret(apikey, user.anonKey)) return true;
	return token !== undefined && (apiKeys.has(token) || sessionTokens.has(token));
}

function answerNotFound(request: { method: string; url: string }): never {
	const [path] = request.url.split('?', 1);
	throw plainError(404, `There is no ${request.method} ${path}`);
}
