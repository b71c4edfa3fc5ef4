import { PassThrough } from 'node:stream';
import type { App, Routes } from '../plugin.ts';

/** How soon something is told, in milliseconds. */
const LOOK_INTERVAL = 150;

/** One reader's view of what happens. */
interface View {
	/** Tells what is new, each with the name of the event and its data. */
	look(tell: (event: string, data: string) => void): void;
	/** The reader is gone. */
	end?(): void;
}

/**
 * `GET url` as server-sent events. A reader that is slow is told once it has read.
 * @param follow begins with a new reader
 */
export function eventStream(url: string, summary: string, follow: (app: App) => View): Routes {
	return (app) => {
		app.get(url, { schema: { summary, produces: ['text/event-stream'] } }, (_request, reply) => {
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
			// So that its reader knows at once that it is there.
			if (stream.readableLength === 0) stream.write(': listening\n\n');
			return reply
				.header('content-type', 'text/event-stream')
				.header('cache-control', 'no-store')
				.send(stream);
		});
	};
}
