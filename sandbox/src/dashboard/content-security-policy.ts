import { createHash } from 'node:crypto';

/** A script within the page; an import map cannot be in a file of its own. */
const INLINE_SCRIPT = /<script type="importmap">([^]*?)<\/script>/g;

/**
 * What the page may do: load its own files, ask its own server, and nothing else. Text never becomes markup: browsers that
 * know Trusted Types refuse every way of turning it into some.
 *
 * @param page its HTML; the inline scripts in it are allowed by their digest
 */
export function contentSecurityPolicy(page: string): string {
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
