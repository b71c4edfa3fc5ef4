import { eventStream } from '../http/event-stream.ts';
import { definePart } from '../plugin.ts';
import { dashboardPages } from './pages.ts';

/**
 * Tells that something has changed or was asked; what it was, the reader asks for. SQLite itself counts the rows that were
 * written, so that no part has to report what it does.
 */
const changeStream = eventStream(
	'/changes',
	'An event `change` at once and after every change of the account or the clock and every request; its data counts them',
	({ clock, database, requests, settings }) => {
		let told: string | undefined;
		let count = 0;
		return {
			look: (tell) => {
				// Without the book-keeping: looking at a campaign notes how far it was played out, which is nothing to look at again.
				const version = `${database.changes - settings.rowsWritten} ${requests.version} at ${clock.offsetMs}`;
				if (version === told) return;
				told = version;
				tell('change', String((count += 1)));
			},
		};
	},
);

/** The dashboard that sections 4 to 6 speak of: keys are made there, webhooks set up, deliveries looked at. */
export default definePart({
	name: 'dashboard',
	dependencies: ['control', 'requests'],
	pages: dashboardPages,
	control: changeStream,
});
