import type { Command } from 'commander';
import { remoteCommand } from './command.ts';
import { table } from './table.ts';

interface Voice {
	id: string;
	name: string;
	created_at: string;
	samples: Array<{ seconds: number }>;
}

/** `voices`: the cloned ones. */
export function voicesCommand(): Command {
	return remoteCommand<object, { voices: Voice[] }>({
		name: 'voices',
		description: 'list cloned voices, newest first',
		call: (remote) => remote.call('GET', '/voices'),
		print: ({ voices }) =>
			table(voices, [
				['id', ({ id }) => id],
				['name', ({ name }) => name],
				['files', ({ samples }) => samples.length],
				['seconds', ({ samples }) => samples.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)],
				['created', (voice) => voice.created_at],
			]),
	});
}
