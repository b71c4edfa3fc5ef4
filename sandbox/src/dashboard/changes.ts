import { PassThrough } from 'node:stream';
import type { Routes } from '../plugin.ts';

/** How soon a change is told. */
const LOOK_INTERVAL_MS = 200;

/**
 * Tells that something has changed or was asked, as server-sent events; what it was, the reader asks for.
 * SQLite itself counts the rows that were written, so that no part has to report what it does.
 */
export const changeStream: Routes = (app) => {
	const { clock, database, requests, settings } = app;
	const allRows = database.prepare<{ count: number }>('SELECT total_changes() AS count');
	// Without the book-keeping: looking at a campaign notes how far it was played out, which is nothing to look at again.
	const rowsChanged = () => (allRows.get()?.count ?? 0) - settings.rowsWritten;
	const readVersion = () => `${rowsChanged()} ${requests.version} at ${clock.offsetMs}`;

	app.get(
		'/changes',
		{
			schema: {
				description:
					'An event `change` at once and after every change of the account or the clock and every request; its data counts them',
				produces: ['text/event-stream'],
			},
		},
		(_request, reply) => {
			const stream = new PassThrough();
			let told: string | undefined;
			let count = 0;
			const look = () => {
				const version = readVersion();
				// A reader that is slow is told once it has read, of all changes together.
				if (version === told || stream.writableNeedDrain) return;
				told = version;
				count += 1;
				stream.write(`event: change\ndata: ${count}\n\n`);
			};
			const timer = setInterval(look, LOOK_INTERVAL_MS);
			stream.once('close', () => clearInterval(timer));
			look();
			return reply
				.header('content-type', 'text/event-stream')
				.header('cache-control', 'no-store')
				.send(stream);
		},
	);
};
