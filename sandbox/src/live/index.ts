import { definePart } from '../plugin.ts';
import { liveStream } from './stream.ts';

/** What happens, as it happens. */
export default definePart({
	name: 'live',
	dependencies: ['requests', 'webhooks'],
	control: liveStream,
});
