import { PassThrough } from 'node:stream';
import type { Routes } from '../room.ts';

/** How soon a change is told. */
const LOOK_INTERVAL_MS = 200;

/**
 * Tells that something has changed, as server-sent events; what it was, the reader asks for.
 * SQLite itself counts the rows that were written, so that no room has to report what it does.
 */
export const changeStream: Routes = (app, { database }) => {
	const rowsWritten = database.prepare<{ count: number }>('SELECT total_changes() AS count');

	app.get(
		'/changes',
		{
			schema: {
				description: 'An event `change` at once and after every change; its data is a number that rises',
				produces: ['text/event-stream'],
			},
		},
		(_request, reply) => {
			const stream = new PassThrough();
			let told: number | undefined;
			const look = () => {
				const count = rowsWritten.get()?.count;
				// A reader that is slow is told once it has read, of all changes together.
				if (count === told || stream.writableNeedDrain) return;
				told = count;
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
