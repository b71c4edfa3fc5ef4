import fastifyStatic from '@fastify/static';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TOKEN_COOKIE } from '../control/guard.ts';
import type { Routes } from '../plugin.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const FOLDER = fileURLToPath(new URL('../../dashboard/', import.meta.url));
/** What the page takes from packages, by the name it asks for; its import map names the modules. */
const LIBRARIES = {
	'preact.js': import.meta.resolve('preact'),
	'signals.js': import.meta.resolve('@preact/signals'),
	'signals-core.js': import.meta.resolve('@preact/signals-core'),
	'preact-hooks.js': import.meta.resolve('preact/hooks'),
	'htm.js': import.meta.resolve('htm'),
	'htm-preact.js': import.meta.resolve('htm/preact'),
	'pico.css': import.meta.resolve('@picocss/pico/css/pico.min.css'),
};
const ICONS = dirname(fileURLToPath(import.meta.resolve('bootstrap-icons/icons/key.svg')));

/** For what changes only with a new version of somebody else's. */
const KEPT = 'private, max-age=3600';

/** The dashboard: files as they are, without a build step. What they show comes from the control API. */
export const dashboardPages: Routes = async (app) => {
	const policy = contentSecurityPolicy(readFileSync(`${FOLDER}index.html`, 'utf8'));
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers({
			'content-security-policy': policy,
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'no-referrer',
			'cross-origin-opener-policy': 'same-origin',
			'cross-origin-resource-policy': 'same-origin',
			'cache-control': 'no-cache',
		});
		done();
	});
	// A browser elsewhere comes with the printed token; the cookie has the dashboard's own calls carry it.
	app.addHook('preHandler', (request, reply, done) => {
		const token = (request.query as { token?: unknown }).token;
		if (typeof token !== 'string') return done();
		const cookie = `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict`;
		void reply.header('set-cookie', cookie).redirect('/dashboard/');
	});

	await app.register(fastifyStatic, {
		root: FOLDER,
		prefix: '/dashboard',
		redirect: true,
		cacheControl: false,
	});
	await app.register(fastifyStatic, {
		root: ICONS,
		prefix: '/dashboard/icons/',
		decorateReply: false,
		cacheControl: false,
		setHeaders: (reply) => void reply.header('cache-control', KEPT),
	});
	for (const [name, url] of Object.entries(LIBRARIES)) {
		const path = fileURLToPath(url);
		app.get(`/dashboard/libraries/${name}`, { schema: { hide: true } }, (_request, reply) =>
			reply.header('cache-control', KEPT).sendFile(basename(path), dirname(path)),
		);
	}
	app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/dashboard/'));
};
