import fastifyCors from '@fastify/cors';
import Fastify, { type onRequestHookHandler } from 'fastify';
import type { Config } from './config.ts';
import { guardControl } from './control/guard.ts';
import { strikeRequests } from './faults/strike.ts';
import { urlForOthers } from './http/address.ts';
import { answerBrokenRequest } from './http/broken-request.ts';
import { answerError, plainError } from './http/errors.ts';
import { readJsonBodies } from './http/json-body.ts';
import { compileValidator, describeMisfit } from './http/validation.ts';
import { answerWholeRequests } from './http/whole-request.ts';
import { recordRequests } from './requests/record.ts';
import { describeRoutes } from './openapi/openapi.ts';
import type { App, Room, Routes } from './room.ts';
import { rooms } from './rooms.ts';
import { createServices, type Services } from './services.ts';

/** The longest JSON body: room for a campaign with a hundred thousand recipients. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** A sandbox that is ready to listen. */
export interface Server {
	readonly services: Services;
	/**
	 * Begins to listen and to deliver; answers where it is reached from this machine.
	 * @throws {NodeJS.ErrnoException} `EADDRINUSE` when the port is taken
	 */
	listen(): Promise<string>;
	/** Stops listening and delivering, and closes the database. */
	close(): Promise<void>;
}

/**
 * Builds a sandbox from its rooms.
 * @throws {DatabaseInUseError} when the data folder is in use
 */
export async function buildServer(config: Config): Promise<Server> {
	const services = createServices(config, rooms);
	const app: App = Fastify({
		// Not to standard output, where `serve` says where it runs.
		logger: { level: 'warn', stream: process.stderr },
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		frameworkErrors: answerError,
		clientErrorHandler: answerBrokenRequest,
	});
	// JSON is what the service reads (section 4); a room that takes something else says so itself.
	app.removeContentTypeParser('text/plain');
	readJsonBodies(app, { allowEmpty: false });
	app.setValidatorCompiler(compileValidator);
	app.setSchemaErrorFormatter(describeMisfit);
	app.setErrorHandler(answerError);
	app.setNotFoundHandler(answerNotFound);
	app.decorateRequest('principal', null);
	app.decorateRequest('received', null);
	await describeRoutes(app);

	await app.register((scope) => addServiceScope(scope, services, 'functions'), { prefix: '/functions/v1' });
	await app.register((scope) => addServiceScope(scope, services, 'authentication'), { prefix: '/auth/v1' });
	await app.register((scope) => addControlScope(scope, services), { prefix: '/sandbox/v1' });
	await addRooms(app, services, (room) => room.pages);

	return {
		services,
		listen: async () => {
			const { host, port } = config;
			const url = await app.listen({ host, port });
			services.address.url = config.publicUrl ?? urlForOthers(host, url);
			for (const room of rooms) room.start?.(services);
			services.history.start();
			return url;
		},
		close: async () => {
			await app.close();
			for (const room of rooms) await room.stop?.(services);
			services.history.stop();
			services.clock.stop();
			services.database.close();
		},
	};
}

/** What the service itself answers: recorded, faulty on request, open to browsers; functions need a token. */
async function addServiceScope(scope: App, services: Services, kind: 'functions' | 'authentication') {
	recordRequests(scope, services.requests);
	answerWholeRequests(scope);
	// Before the faults: a page may read those answers too, and its preflight does not use one up.
	await scope.register(fastifyCors, {
		origin: '*',
		methods: ['GET', 'POST', 'PATCH'],
		strictPreflight: false,
	});
	strikeRequests(scope, services.faults);
	if (kind === 'functions') {
		scope.addHook('onRequest', services.authenticator.hook);
		scope.addHook('onRequest', requireContentType);
		scope.addHook('onRoute', (route) => {
			if (route.method !== 'OPTIONS') route.schema = { security: [{ bearer: [] }], ...route.schema };
		});
	}
	scope.setNotFoundHandler(answerNotFound);
	await addRooms(scope, services, (room) => room[kind]);
}

/** Section 4: all function endpoints require a content type. */
const requireContentType: onRequestHookHandler = (request, _reply, done) => {
	const missing = request.method !== 'OPTIONS' && request.headers['content-type'] === undefined;
	done(missing ? plainError(415, 'Content-Type must be application/json') : undefined);
};

/** What people and tests on this machine ask. */
async function addControlScope(scope: App, services: Services) {
	scope.addHook('onRequest', guardControl(services.config));
	// A call whose every field is optional may come without a body, whatever its content type says.
	readJsonBodies(scope, { allowEmpty: true });
	scope.addHook('preValidation', (request, _reply, done) => {
		request.body ??= {};
		done();
	});
	scope.addHook('onRoute', (route) => {
		route.schema = { tags: ['Sandbox control'], ...route.schema };
	});
	scope.setNotFoundHandler(answerNotFound);
	await addRooms(scope, services, (room) => room.control);
}

async function addRooms(scope: App, services: Services, routesOf: (room: Room) => Routes | undefined) {
	for (const room of rooms) {
		const routes = routesOf(room);
		if (routes !== undefined) await scope.register(async (app: App) => routes(app, services));
	}
}

function answerNotFound(request: { method: string; url: string }): never {
	const [path] = request.url.split('?', 1);
	throw plainError(404, `There is no ${request.method} ${path}`);
}
