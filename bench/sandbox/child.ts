import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a file of this folder in a process of its own and waits for what it says first.
 * It ends when this process does.
 */
export async function startChild<Said>(
	file: string,
	...words: string[]
): Promise<{ child: ChildProcess; said: Said }> {
	const child = fork(join(import.meta.dirname, file), words);
	child.once('exit', (code) => {
		if (code !== 0 && code !== null) throw new Error(`${file} ended with code ${code}`);
	});
	const [said] = (await once(child, 'message')) as [Said];
	return { child, said };
}
