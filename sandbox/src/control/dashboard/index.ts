import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DASHBOARD_FOLDER } from '../../package-files.ts';
import { sameSecret } from '../../service/auth/authenticator.ts';
import { plainError } from '../../service/http/errors.ts';
import { type Routes, definePart } from '../../service/plugin.ts';
import requestsPart from '../requests/index.ts';
import { TOKEN_COOKIE } from '../sandbox/guard.ts';
import controlPart from '../sandbox/index.ts';
import { LIBRARIES, findLibraryFile, type Library } from './libraries.ts';

/** The icons that the pages use, copied from the package `bootstrap-icons`. */
const ICONS = `${DASHBOARD_FOLDER}icons/`;

/** A script within the page; an import map cannot be in a file of its own. */
const INLINE_SCRIPT = /<script type="importmap">([^]*?)<\/script>/g;
/** The cache header of files that change only with a new version of their package. */
const CACHED_FOR_AN_HOUR = 'private, max-age=3600';

/** Serves the files of the dashboard, without a build step. Their data comes from the control API. */
const dashboardPages: Routes = async (app) => {
	const policy = contentSecurityPolicy(readFileSync(`${DASHBOARD_FOLDER}index.html`, 'utf8'));
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
	// A browser on another machine comes with the printed token, and the cookie adds it to the dashboard's own
	// calls.
	const { controlToken, publicUrl } = app.config;
	const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
	app.addHook('preHandler', (request, reply, done) => {
		const token = (request.query as { token?: unknown }).token;
		if (typeof token !== 'string') return done();
		if (controlToken === null) return void reply.redirect('/dashboard/');
		if (!sameSecret(token, controlToken)) {
			return done(plainError(403, 'This is not the token that was printed when the sandbox started'));
		}
		const cookie = `${TOKEN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`;
		void reply.header('set-cookie', cookie).redirect('/dashboard/');
	});

	await app.register(fastifyStatic, {
		root: DASHBOARD_FOLDER,
		prefix: '/dashboard',
		redirect: true,
		cacheControl: false,
	});
	await app.register(fastifyStatic, {
		root: ICONS,
		prefix: '/dashboard/icons/',
		decorateReply: false,
		cacheControl: false,
		setHeaders: (reply) => void reply.header('cache-control', CACHED_FOR_AN_HOUR),
	});
	for (const name of Object.keys(LIBRARIES) as Library[]) {
		app.get(`/dashboard/libraries/${name}`, { schema: { hide: true } }, (_request, reply) => {
			const path = findLibraryFile(name);
			return reply.header('cache-control', CACHED_FOR_AN_HOUR).sendFile(basename(path), dirname(path));
		});
	}
	app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/dashboard/'));
};

/**
 * Restricts the page to loading its own files and calling its own server. Text never becomes markup: browsers
 * that support Trusted Types refuse every way of parsing it as HTML.
 *
 * @param page its HTML; the inline scripts in it are allowed by their digest
 */
function contentSecurityPolicy(page: string): string {
	const digests = [...page.matchAll(INLINE_SCRIPT)].map(
		([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
	);
	return [
		"default-src 'none'",
		`script-src 'self' ${digests.join(' ')}`,
		"style-src 'self'",
		// Pico draws its arrows and ticks with data URLs.
		"img-src 'self' data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');
}

/**
 * The dashboard that sections 4 to 6 mention, where users create keys, set up webhooks and inspect
 * deliveries.
 */
export default definePart({
	dependencies: [controlPart, requestsPart],
	pages: dashboardPages,
});
