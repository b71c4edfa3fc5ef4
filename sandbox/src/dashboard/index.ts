import { definePart } from '../plugin.ts';
import { dashboardPages } from './pages.ts';

/**
 * The dashboard that sections 4 to 6 speak of: keys are made there, webhooks set up, deliveries looked at.
 */
export default definePart({
	name: 'dashboard',
	dependencies: ['control', 'requests'],
	pages: dashboardPages,
});
