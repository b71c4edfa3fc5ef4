import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { definePart } from '../plugin.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/**
		 * The address at which others reach the server, known once it listens: scheme, host and port, no slash at
		 * the end.
		 */
		address: { readonly url: string };
	}
}

/** Hosts to listen on that mean every interface of the machine. */
const ALL_INTERFACES = new Set(['0.0.0.0', '::']);

/**
 * Returns the address at which others reach a server that listens on `host`. If it listens on every interface, that is
 * this machine's address in its network, if it has one.
 *
 * @param listeningUrl the address at which this machine reaches it
 */
function buildExternalUrl(host: string, listeningUrl: string): string {
	if (!ALL_INTERFACES.has(host)) return listeningUrl;
	const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
	const outward = interfaces.find(({ internal, address }) => !internal && isIPv4(address));
	return outward === undefined
		? listeningUrl
		: `http://${outward.address}:${new URL(listeningUrl).port || '80'}`;
}

/** The address at which others reach the server; the links that it gives out begin with it. */
export default definePart({
	dependencies: [],
	provide: (app) => ({
		address: {
			get url() {
				return app.config.publicUrl ?? buildExternalUrl(app.config.host, app.listeningOrigin);
			},
		},
	}),
});
