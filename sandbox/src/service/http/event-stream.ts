import { PassThrough } from 'node:stream';
import type { App, Routes } from '../plugin.ts';

/** The interval at which new events are sent, in milliseconds. */
const LOOK_INTERVAL = 150;

/** The events for one reader. */
interface View {
	/** Passes each new event to `tell`, with its name and its data. */
	look(tell: (event: string, data: string) => void): void;
	/** Is called when the reader has disconnected. */
	end?(): void;
}

/**
 * Serves `GET url`, an operation of the OpenAPI document, as server-sent events. A slow reader gets the next events once it has read the previous
 * ones.
 * @param follow creates the view of a new reader
 */
export function eventStream(
	url: string,
	operation: { readonly operationId: string; readonly summary: string },
	follow: (app: App) => View,
): Routes {
	return (app) => {
		app.get(url, { schema: { ...operation, produces: ['text/event-stream'] } }, (_request, reply) => {
			const stream = new PassThrough();
			const view = follow(app);
			const look = () => {
				if (stream.writableNeedDrain) return;
				view.look((event, data) => stream.write(`event: ${event}\ndata: ${data}\n\n`));
			};
			const timer = setInterval(look, LOOK_INTERVAL);
			stream.once('close', () => {
				clearInterval(timer);
				view.end?.();
			});
			look();
			// The reader thereby knows at once that the stream is open.
			if (stream.readableLength === 0) stream.write(': listening\n\n');
			return reply
				.header('content-type', 'text/event-stream')
				.header('cache-control', 'no-store')
				.send(stream);
		});
	};
}
