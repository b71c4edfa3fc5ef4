import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LATEST } from '../iso-time.ts';
import type { App } from '../plugin.ts';
import { ASSETS, type AssetName } from './assets.ts';

/** Section 8: signed media URL lifetime. */
const LIFETIME_MS = 24 * 3_600_000;

type Used = Pick<App, 'address' | 'clock' | 'settings'>;

/**
 * Makes and checks the links of media items (section 2), which are signed again on every request and valid
 * for 24 hours.
 */
export class MediaLinks {
	readonly #app: Used;
	readonly #secret: string;

	constructor(app: Used) {
		this.#app = app;
		this.#secret = app.settings.getOrCreate('own_media_secret', () => randomBytes(32).toString('hex'));
	}

	/** Returns a link to an asset that is valid for 24 hours from now on. */
	sign(asset: AssetName): string {
		return this.#link(asset, this.#app.clock.now() + LIFETIME_MS);
	}

	/**
	 * Returns a link to an asset that does not expire, since section 8 names no lifetime for voice previews.
	 */
	signForGood(asset: AssetName): string {
		return this.#link(asset, LATEST);
	}

	#link(asset: AssetName, expires: number): string {
		const signature = this.#signature(asset, expires);
		return `${this.#app.address.url}/media/v1/${asset}?expires=${expires}&signature=${signature}`;
	}

	/** Returns the asset of a link; undefined if its signature is wrong or it has expired. */
	check(asset: string, expires: number, signature: string): (typeof ASSETS)[AssetName] | undefined {
		if (!Object.hasOwn(ASSETS, asset) || !Number.isSafeInteger(expires) || expires < this.#app.clock.now()) {
			return undefined;
		}
		const expected = Buffer.from(this.#signature(asset, expires));
		const given = Buffer.from(signature);
		if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
		return ASSETS[asset as AssetName];
	}

	#signature(asset: string, expires: number): string {
		return createHmac('sha256', this.#secret).update(`${asset}\n${expires}`).digest('hex');
	}
}
