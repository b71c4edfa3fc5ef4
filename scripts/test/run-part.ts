import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { npmEnvironment } from '../../playground/npm.ts';
import type { Paths } from '../../playground/paths.ts';
import type { Foreground } from './foreground.ts';
import { outcomesOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { Part } from './parts.ts';

/** Ends a program and all that it has started in its process group. */
const kill = (pid: number | undefined) => {
	try {
		if (pid) process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended by itself.
	}
};

/**
 * Runs one part, with its output in the terminal and in a log of its name.
 *
 * @param signal ends it, which counts as a failure
 */
export const runPart = async (
	paths: Paths,
	part: Part,
	foreground: Foreground,
	signal: AbortSignal,
): Promise<Outcome[]> => {
	const name = part.name.replaceAll(' ', '-');
	const report = join(paths.testLogs, `${name}.json`);
	await rm(report, { force: true });
	const log = createWriteStream(join(paths.testLogs, `${name}.log`));
	const { print, end } = foreground.begin(part.name);
	const since = Date.now();
	const [command = '', ...args] = part.command;
	if (part.projects) args.push('--json', `--outputFile=${report}`);
	const child = spawn(command, args, {
		cwd: paths.projectRoot,
		env: npmEnvironment(paths),
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			log.write(text);
			print(text);
		});
	}
	const stop = () => kill(child.pid);
	signal.addEventListener('abort', stop);
	const code = await new Promise<number | null>((resolve) => {
		child.once('error', (error) => {
			print(`${error.message}\n`);
			resolve(null);
		});
		// What it has left behind may hold its output open.
		child.once('exit', (exitCode) => setTimeout(() => resolve(exitCode), 100));
	});
	signal.removeEventListener('abort', stop);
	if (signal.aborted) print(`\n${part.name} was stopped: it had not ended in time.\n`);
	end();
	log.end();
	return await outcomesOf(
		part,
		paths.projectRoot,
		report,
		code === 0 && !signal.aborted,
		(Date.now() - since) / 1000,
	);
};
