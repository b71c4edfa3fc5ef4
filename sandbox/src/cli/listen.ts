import { Command } from 'commander';
import type { LiveLine } from '../live/index.ts';
import { Remote, talksToSandbox, type RemoteOptions } from './remote.ts';
import { printable } from './show.ts';

/** `listen`: events, deliveries and requests as they happen, one line each, until it is interrupted. */
export function listenCommand(): Command {
	const command = talksToSandbox(new Command('listen')).description(
		'Print events, deliveries and requests as they happen, one line each, until it is interrupted',
	);
	return command.action(async () => {
		const { url, json } = command.opts<RemoteOptions>();
		for await (const data of new Remote(url).follow('/live')) {
			console.log(json ? data : describe(JSON.parse(data) as LiveLine));
		}
	});
}

function describe(line: LiveLine): string {
	const begin = `${line.at.slice(11, 19)}  ${line.kind.padEnd(8)}`;
	switch (line.kind) {
		case 'event':
			return `${begin}  ${line.event}  ${line.id}`;
		case 'delivery': {
			const result = line.http_status ?? printable(line.error);
			return `${begin}  ${line.event}  ${result}  ${line.duration_ms} ms  attempt ${line.number}  ${line.id} -> ${printable(line.url)}`;
		}
		case 'request':
			return `${begin}  ${line.method} ${printable(line.path)}  ${line.status ?? 'cut off'}  ${line.duration_ms} ms`;
	}
}
