import { fileURLToPath } from 'node:url';
import fastifyAutoload from '@fastify/autoload';
import Fastify, { type FastifyRequest } from 'fastify';
import { tokenOf } from './auth/authenticator.ts';
import { sameSecret } from './auth/secrets.ts';
import type { Config } from './config.ts';
import { answerBrokenRequest } from './http/broken-request.ts';
import { answerError, plainError } from './http/errors.ts';
import { readJsonBodies } from './http/json-body.ts';
import { compileSerializer } from './http/serialization.ts';
import { compileValidator, describeValidationErrors } from './http/validation.ts';
import { isForService, type App } from './plugin.ts';

/** The longest JSON body: room for a campaign with a hundred thousand recipients. */
const BODY_LIMIT = 10 * 1024 * 1024;

declare module 'fastify' {
	interface FastifyInstance {
		/** How this sandbox is to run. */
		config: Config;
	}
}

/** A sandbox that is ready to listen. */
export type Server = Awaited<ReturnType<typeof buildServer>>;

/**
 * Builds a sandbox of its parts: every folder here whose index is a Fastify plugin, in the order of their dependencies.
 * @param others accounts that it answers for, too: each has everything of its own, and is known by its tokens
 * @throws {DataFolderError} when the data folder cannot be used
 */
export async function buildServer(config: Config, others: readonly App[] = []) {
	const app: App = Fastify({
		// Not to standard output, where `serve` says where it runs.
		logger: { level: 'warn', stream: process.stderr },
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		frameworkErrors: answerError,
		clientErrorHandler: answerBrokenRequest,
	});
	// JSON is what the service reads (section 4); a part that takes something else says so itself.
	app.removeContentTypeParser('text/plain');
	readJsonBodies(app);
	app.setValidatorCompiler(compileValidator);
	app.setSerializerCompiler(compileSerializer);
	app.setSchemaErrorFormatter(describeValidationErrors);
	app.setErrorHandler(answerError);
	app.setNotFoundHandler(answerNotFound);
	app.decorate('config', config);
	// Before any part looks at the request.
	app.addHook('onRequest', (request, reply, done) => {
		const other = others.find((account) => isFor(account, request));
		if (other === undefined) return done();
		reply.hijack();
		other.routing(request.raw, reply.raw);
	});
	// Before any part: a scope inherits what is there when it is made.
	app.decorateRequest('received', null);
	app.decorateRequest('principal', null);
	await app.register(fastifyAutoload, {
		dir: fileURLToPath(new URL('.', import.meta.url)),
		matchFilter: (path) => /^\/[^/]+\/index\.[jt]s$/.test(path),
		dirNameRoutePrefix: false,
	});
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

/** Whether a request for the service carries a token or the anon key of an account. */
function isFor({ apiKeys, sessionTokens, user }: App, request: FastifyRequest): boolean {
	if (!isForService(request)) return false;
	const token = tokenOf(request);
	const { apikey } = request.headers;
	if (typeof apikey === 'string' && sameSecret(apikey, user.anonKey)) return true;
	return token !== undefined && (apiKeys.has(token) || sessionTokens.has(token));
}

function answerNotFound(request: { method: string; url: string }): never {
	const [path] = request.url.split('?', 1);
	throw plainError(404, `There is no ${request.method} ${path}`);
}
