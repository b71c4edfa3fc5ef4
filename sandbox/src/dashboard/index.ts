import { definePart } from '../plugin.ts';
import { dashboardPages } from './pages.ts';

/**
 * The dashboard that sections 4 to 6 mention, where users create keys, set up webhooks and inspect
 * deliveries.
 */
export default definePart({
	name: 'dashboard',
	dependencies: ['control', 'requests'],
	pages: dashboardPages,
});
