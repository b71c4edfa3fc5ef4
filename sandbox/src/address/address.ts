import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { App } from '../plugin.ts';

/** Hosts to listen on that mean every interface of the machine. */
const ALL_INTERFACES = new Set(['0.0.0.0', '::']);

/** Where others reach this server: links that it gives out begin with it. Known once it listens. */
export class Address {
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Scheme, host and port, no slash at the end. */
	get url(): string {
		const { host, publicUrl } = this.#app.config;
		return publicUrl ?? urlForOthers(host, this.#app.listeningOrigin);
	}
}

/**
 * Where others reach a server that listens on `host`: one that listens on every interface is reached by this machine's
 * address in its network, if it has one.
 *
 * @param listeningUrl where it is reached from this machine
 */
function urlForOthers(host: string, listeningUrl: string): string {
	if (!ALL_INTERFACES.has(host)) return listeningUrl;
	const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
	const outward = interfaces.find(({ internal, address }) => !internal && isIPv4(address));
	return outward === undefined
		? listeningUrl
		: `http://${outward.address}:${new URL(listeningUrl).port || '80'}`;
}
