import { definePart } from '../plugin.ts';
import { randomBytes } from 'node:crypto';
import { MediaLinks } from './links.ts';
import { mediaPages } from './pages.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Makes and checks the links of media items. */
		mediaLinks: MediaLinks;
	}
}

/** Section 2, media item: serves the attachments behind their signed links. */
export default definePart({
	name: 'media',
	dependencies: ['address', 'clock'],
	setUp: (app) => {
		const secret = app.settings.getOrCreate('media_secret', () => randomBytes(32).toString('hex'));
		app.decorate('mediaLinks', new MediaLinks(app.address, app.clock, secret));
	},
	pages: mediaPages,
});
