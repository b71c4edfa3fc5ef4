import fastifyStatic from '@fastify/static';
import { Type, type Static } from 'typebox';
import { ASSETS_FOLDER } from '../../package-files.ts';
import { plainError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';

/**
 * Section 2, media item: the attachments behind their signed links, also those that another account has signed,
 * since all accounts share the public URL.
 */
export const mediaPages: Routes = async (app) => {
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
