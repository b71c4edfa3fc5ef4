import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from './playground.ts';

/** A running `npm start` or the like, in a process group of its own as in a terminal. */
export interface NpmStart {
	/** All that it has printed. */
	output: () => string;
	/** Settles when it has ended. */
	exitCode: Promise<number | null>;
	/** Waits until it has printed this. */
	printed: (text: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>;
	/** Stops it as Ctrl-C in a terminal does: the signal goes to the whole group in the foreground. */
	ctrlC: () => void;
	/** The processes that it has started, directly or not. */
	descendants: () => Process[];
}

/** A line of `ps`. */
export interface Process {
	pid: number;
	parent: number;
	command: string;
}

const processes = (): Process[] =>
	execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((line) => {
			const [pid, parent, ...command] = line.trim().split(/\s+/);
			return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
		});

const below = (pid: number, all = processes()): Process[] =>
	all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid, all)]);

/** Those of these processes that are still there. */
export const alive = (those: Process[]): Process[] => {
	const all = new Set(processes().map(({ pid }) => pid));
	return those.filter(({ pid }) => all.has(pid));
};

/**
 * Runs `npm start -- <args>`, or another script that starts things, as a person would.
 *
 * @param folder the clone to run it in
 */
export const npmStart = (
	args: string[],
	script = 'start',
	env: Record<string, string> = {},
	folder = paths.projectRoot,
): NpmStart => {
	const child = spawn('npm', ['run', script, '--', ...args], {
		cwd: folder,
		env: { ...process.env, ...env },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
	let ended = false;
	const exitCode = new Promise<number | null>((resolve) => {
		child.once('close', (code) => {
			ended = true;
			resolve(code);
		});
	});
	const pid = child.pid ?? 0;
	const printed = async (pattern: RegExp, timeoutMs = 120_000) => {
		for (const end = Date.now() + timeoutMs; ; await delay(100)) {
			const match = pattern.exec(text);
			if (match) return match;
			if (ended || Date.now() > end)
				throw new Error(`npm run ${script} has not printed ${pattern}, but:\n${text}`);
		}
	};
	return {
		output: () => text,
		exitCode,
		printed,
		ctrlC: () => {
			if (!ended) process.kill(-pid, 'SIGINT');
		},
		descendants: () => below(pid),
	};
};
