/** Loopback, link-local and private ranges (RFC 1918, RFC 4193), and names that only a local network resolves. */
const PRIVATE_HOST = new RegExp(
	[
		'localhost|.*\\.(localhost|local|internal|lan)',
		'0\\.0\\.0\\.0|(127|10)(\\.\\d+){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d+){2}',
		'\\[::1?\\]|\\[::ffff:.*|\\[f[cd][0-9a-f]{2}:.*|\\[fe80:.*',
	]
		.map((hosts) => `^(${hosts})$`)
		.join('|'),
	'i',
);

/** Tells whether a URL leads to an address that only its own network reaches. */
export function isPrivateAddress(url: string): boolean {
	try {
		const { hostname } = new URL(url);
		return PRIVATE_HOST.test(hostname) || !/[.:]/.test(hostname);
	} catch {
		return false;
	}
}

/** Tells whether a URL leads to the machine that resolves it. */
export function isLoopbackAddress(url: string): boolean {
	return (
		URL.canParse(url) && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(url).hostname)
	);
}
