import accountPart from '../account/index.ts';
import addressPart from '../address/index.ts';
import clockPart from '../clock/index.ts';
import { definePart } from '../plugin.ts';
import { MediaLinks } from './links.ts';
import { mediaPages } from './pages.ts';

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
