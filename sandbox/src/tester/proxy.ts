const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Says that requests to an address on this machine may go to a proxy, which cannot reach it; undefined if the settings
 * of this process do not say so. n8n often runs with the same settings.
 */
export function describeProxy(url: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
	const { hostname } = new URL(url);
	const proxy = env.HTTP_PROXY ?? env.http_proxy;
	const exceptions = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map((one) => one.trim());
	if (!proxy || !LOOPBACK.includes(hostname) || exceptions.includes(hostname) || exceptions.includes('*')) {
		return undefined;
	}
	return (
		`No request of n8n has reached the sandbox. HTTP_PROXY is set to a proxy, which cannot reach ${url}: start n8n with ` +
		`NO_PROXY=${hostname}`
	);
}
