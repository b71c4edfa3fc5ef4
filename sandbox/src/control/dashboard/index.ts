import controlPart from '../sandbox/index.ts';
import { definePart } from '../../service/plugin.ts';
import requestsPart from '../requests/index.ts';
import { dashboardPages } from './pages.ts';

/**
 * The dashboard that sections 4 to 6 mention, where users create keys, set up webhooks and inspect
 * deliveries.
 */
export default definePart({
	dependencies: [controlPart, requestsPart],
	pages: dashboardPages,
});
