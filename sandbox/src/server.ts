import { fileURLToPath } from 'node:url';
import fastifyAutoload from '@fastify/autoload';
import Fastify, { type FastifyRequest, type FastifySchema } from 'fastify';
import { requireToken, tokenOf } from './auth/authenticator.ts';
import { sameSecret } from './auth/secrets.ts';
import type { Config } from './config.ts';
import { guardControl } from './control/guard.ts';
import { applyFaults } from './faults/apply.ts';
import { answerBrokenRequest } from './http/broken-request.ts';
import { requireContentType } from './http/content-type.ts';
import { allowBrowsers } from './http/cors.ts';
import { answerError, plainError } from './http/errors.ts';
import { readJsonBodies } from './http/json-body.ts';
import { compileSerializer } from './http/serialization.ts';
import { compileValidator, describeValidationErrors } from './http/validation.ts';
import { answerWholeRequests } from './http/whole-request.ts';
import { PREFIXES, type App, type Routes } from './plugin.ts';
import { recordRequests, recordUnreadableBody } from './requests/record.ts';

/** The longest JSON body: room for a campaign with a hundred thousand recipients. */
const BODY_LIMIT = 10 * 1024 * 1024;
/**
 * How often within the time of a request it is looked whether that is over, so that it ends 5 % late at most.
 */
const LOOKS_PER_REQUEST = 20;

declare module 'fastify' {
	interface FastifyInstance {
		/** How this sandbox is to run. */
		config: Config;
	}
}

/** A sandbox that is ready to listen. */
export type Server = Awaited<ReturnType<typeof buildServer>>;

/**
 * Builds a sandbox of its parts: every folder here whose index is a Fastify plugin, in the order of their
 * dependencies. Then their routes are added, kind by kind.
 * @param others accounts that it answers for, too: each has everything of its own, and is known by its tokens
 * @throws {DataFolderError} when the data folder cannot be used
 */
export async function buildServer(config: Config, others: readonly App[] = []) {
	const { requestTimeoutMs: requestTimeout } = config;
	const app: App = Fastify({
		// Not to standard output, where `serve` says where it runs.
		logger: { level: 'warn', stream: process.stderr },
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		// Node takes the interval only where the server is made; Fastify
		// overwrites the time there with its own option.
		requestTimeout,
		http: { requestTimeout, connectionsCheckingInterval: Math.ceil(requestTimeout / LOOKS_PER_REQUEST) },
		frameworkErrors: answerError,
		clientErrorHandler: answerBrokenRequest,
	});
	// JSON is what the service reads (section 4); a part that takes something else says so itself.
	app.removeContentTypeParser('text/plain');
	readJsonBodies(app, { onUnreadable: recordUnreadableBody });
	app.setValidatorCompiler(compileValidator);
	app.setSerializerCompiler(compileSerializer);
	app.setSchemaErrorFormatter(describeValidationErrors);
	app.setErrorHandler(answerError);
	app.setNotFoundHandler(answerNotFound);
	app.decorate('config', config);
	app.decorate('partRoutes', { functions: [], authentication: [], control: [], pages: [] });
	answerWholeRequests(app);
	await app.register(fastifyAutoload, {
		dir: fileURLToPath(new URL('.', import.meta.url)),
		matchFilter: (path) => /^\/[^/]+\/index\.[jt]s$/.test(path),
		dirNameRoutePrefix: false,
	});

	// A scope per kind of address. The hooks of each run in the order in which they are
	// added here, also for an unknown address.
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
	for (const other of others) await passOnPath(app, other);

	await app.ready();
	return {
		app,
		/**
		 * Begins to listen and to deliver; answers where it is reached from this machine.
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
 * Makes the scope of one kind of address, with the routes of all parts.
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

/** Adds to what the OpenAPI document says of every route of a scope. */
function describeRoutes(scope: App, common: FastifySchema): void {
	scope.addHook('onRoute', (route) => {
		if (route.method !== 'OPTIONS') route.schema = { ...common, ...route.schema };
	});
}

/** Hands a request that carries the token or the anon key of another account to that account. */
function passOnToAccounts(scope: App, others: readonly App[]): void {
	scope.addHook('onRequest', (request, reply, done) => {
		const other = others.find((account) => isFor(account, request));
		if (other === undefined) return done();
		reply.hijack();
		other.routing(request.raw, reply.raw);
	});
}

/** The paths of an account that other machines need: the service, and the pages that links lead to. */
const OUTWARD = /^\/(functions|auth|media|checkout)\//;

/** Hands over what is asked under the path that another account has under the public URL. */
async function passOnPath(app: App, { config: { publicUrl }, routing }: App): Promise<void> {
	if (publicUrl === undefined) return;
	const prefix = new URL(publicUrl).pathname;
	const handOver: Routes = (scope) => {
		scope.setNotFoundHandler(answerNotFound);
		scope.addHook('onRequest', ({ raw }, reply, done) => {
			const address = raw.url?.slice(prefix.length) ?? '';
			if (!OUTWARD.test(address)) return done();
			raw.url = address;
			reply.hijack();
			routing(raw, reply.raw);
		});
	};
	await app.register(handOver, { prefix });
}

/** Tells if a request carries a token or the anon key of an account. */
function isFor({ apiKeys, sessionTokens, user }: App, request: FastifyRequest): boolean {
	const token = tokenOf(request);
	const { apikey } = request.headers;
	if (typeof apikey === 'string' && sameSecret(apikey, user.anonKey)) return true;
	return token !== undefined && (apiKeys.has(token) || sessionTokens.has(token));
}

function answerNotFound(request: { method: string; url: string }): never {
	const [path] = request.url.split('?', 1);
	throw plainError(404, `There is no ${request.method} ${path}`);
}
