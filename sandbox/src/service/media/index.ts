import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import { Type, type Static } from 'typebox';
import { ASSETS_FOLDER } from '../../package-files.ts';
import accountPart from '../account/index.ts';
import addressPart from '../address/index.ts';
import clockPart from '../clock/index.ts';
import { plainError } from '../http/errors.ts';
import { type App, type Routes, definePart } from '../plugin.ts';
import { DAY_MS, LATEST } from '../time.ts';

/** The attachments of sandbox messages, which are real files in `sandbox/assets/`. */
export const ASSETS = {
	photo: { file: 'photo.png', mimeType: 'image/png', kind: 'image' },
	voice_note: { file: 'voice-note.wav', mimeType: 'audio/wav', kind: 'audio' },
	video: { file: 'video.mp4', mimeType: 'video/mp4', kind: 'video' },
	document: { file: 'document.pdf', mimeType: 'application/pdf', kind: 'document' },
} as const;

export type AssetName = keyof typeof ASSETS;

/** The attachments in a control call. */
export const AttachmentsRequest = Type.Array(
	Type.Object({
		kind: Type.Enum(['image', 'audio', 'video', 'document']),
		caption: Type.Optional(Type.String({ maxLength: 1024 })),
	}),
	{ maxItems: 10 },
);

const ASSET_OF_KIND = { image: 'photo', audio: 'voice_note', video: 'video', document: 'document' } as const;

/** Converts the attachments of a control call to their stored form. */
export function toAttachments(requests: Static<typeof AttachmentsRequest> = []) {
	return requests.map(({ kind, caption }) => ({ asset: ASSET_OF_KIND[kind], caption: caption ?? null }));
}

/** Section 8: signed media URL lifetime. */
const LIFETIME_MS = DAY_MS;

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

/**
 * Section 2, media item: the attachments behind their signed links, also those that another account has signed,
 * since all accounts share the public URL.
 */
const mediaPages: Routes = async (app) => {
	await app.register(fastifyStatic, { root: ASSETS_FOLDER, serve: false, cacheControl: false });
	const querystring = Type.Object({
		expires: Type.Optional(Type.Number()),
		signature: Type.Optional(Type.String()),
	});
	type Link = { Params: { asset: string }; Querystring: Static<typeof querystring> };
	app.get<Link>('/media/v1/:asset', { schema: { hide: true, querystring } }, (request, reply) => {
		const { expires = 0, signature = '' } = request.query;
		const asset = [app, ...app.otherAccounts]
			.map(({ mediaLinks }) => mediaLinks.check(request.params.asset, expires, signature))
			.find((signed) => signed !== undefined);
		if (asset === undefined) throw plainError(403, 'The link has expired or is not valid');
		return reply
			.header('content-type', asset.mimeType)
			.header('x-content-type-options', 'nosniff')
			.header('cache-control', 'private, no-store')
			.sendFile(asset.file);
	});
};

declare module 'fastify' {
	interface FastifyInstance {
		mediaLinks: MediaLinks;
	}
}

/** Section 2, media item: serves the attachments behind their signed links. */
export default definePart({
	dependencies: [accountPart, addressPart, clockPart],
	provide: (app) => ({ mediaLinks: new MediaLinks(app) }),
	pages: mediaPages,
});
