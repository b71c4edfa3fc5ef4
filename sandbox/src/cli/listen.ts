import type { LiveLine } from '../control/live/index.ts';
import type { CommandSpec } from './add-command.ts';
import { Remote } from './remote.ts';
import { printable } from '../client/command-line.ts';

/** Follows a sandbox until it is interrupted. */
export const LISTEN: CommandSpec = {
	usage: 'listen',
	summary: 'Print events, deliveries and requests as they happen, one line each, until it is interrupted',
	fields: {},
	run: async (_, { url, json }) => {
		for await (const data of new Remote(url).follow('/live')) {
			const line = JSON.parse(data) as LiveLine;
			if (line.kind !== 'change') console.log(json ? data : describe(line));
		}
	},
};

function describe(line: Exclude<LiveLine, { kind: 'change' }>): string {
	const begin = `${line.at.slice(11, 19)}  ${line.kind.padEnd(8)}`;
	switch (line.kind) {
		case 'event':
			return `${begin}  ${line.event}  ${line.id}`;
		case 'delivery':
			return (
				`${begin}  ${line.event}  ${line.http_status ?? printable(line.error)}  ` +
				`${line.duration_ms} ms  attempt ${line.number}  ${line.id} -> ${printable(line.url)}` +
				describeFaults(line.faults)
			);
		case 'request':
			return (
				`${begin}  ${line.method} ${printable(line.path)}  ` +
				`${line.status ?? 'cut off'}  ${line.duration_ms} ms` +
				describeFaults(line.fault === null ? [] : [line.fault])
			);
	}
}

function describeFaults(kinds: readonly string[]): string {
	return kinds.length === 0 ? '' : `  (fault of the sandbox: ${kinds.join(', ')})`;
}
