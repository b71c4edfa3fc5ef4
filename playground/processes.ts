import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';

/**
 * The options for running a program; standard error goes to the log file, and so does standard output unless
 * it is read.
 */
export interface Launch {
	command: string;
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	logFile: string;
}

/** A program that stays up. */
export interface Service {
	pid: number;
	/** Settles when the program has ended by itself or by `stop`: says how, e.g. `exit code 1`. */
	ended: Promise<string>;
	/** Standard output; empty unless asked for at the start. */
	output: NodeJS.ReadableStream | null;
	/** Ends the program and all its children: politely first, by force after `graceMs`. */
	stop: (graceMs?: number) => Promise<void>;
	/** Lets this process end before the program. */
	unref: () => void;
}

const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
};

/** Tells if all processes of a group have ended within a time. */
const groupGone = async (pid: number, withinMs: number): Promise<boolean> => {
	for (const end = Date.now() + withinMs; Date.now() < end; await delay(50)) {
		if (!signalGroup(pid, 0)) return true;
	}
	return !signalGroup(pid, 0);
};

/** Ends a program that leads a process group, and all its children: politely first, by force after `graceMs`. */
export const stopGroup = async (pid: number, graceMs = 15_000): Promise<void> => {
	if (graceMs > 0) signalGroup(pid, 'SIGTERM');
	if (await groupGone(pid, graceMs)) return;
	signalGroup(pid, 'SIGKILL');
	await groupGone(pid, 5_000);
};

/**
 * Starts a program as the leader of a process group of its own: a Ctrl-C in the terminal does not reach it,
 * so that we choose the order in which things stop, and its children can be ended with it.
 */
export const startService = (launch: Launch, readOutput = false): Service => {
	mkdirSync(dirname(launch.logFile), { recursive: true });
	const log = openSync(launch.logFile, 'a');
	const child = spawn(launch.command, launch.args, {
		cwd: launch.cwd,
		env: launch.env ?? process.env,
		detached: true,
		stdio: ['ignore', readOutput ? 'pipe' : log, log],
	});
	closeSync(log);
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
	});
	const pid = child.pid;
	if (pid === undefined) throw new Failure(`${launch.command} cannot be run: is it installed?`);
	return {
		pid,
		ended,
		output: child.stdout,
		stop: (graceMs) => stopGroup(pid, graceMs),
		unref: () => child.unref(),
	};
};

/** The end of a log, for a message. */
export const tailOf = (file: string, lines: number): string =>
	readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');

/**
 * Runs a program to its end.
 *
 * @throws Failure that begins with `whatFailed` and ends with the last lines of the log and its place
 */
export const run = async (whatFailed: string, launch: Launch, signal?: AbortSignal): Promise<void> => {
	const service = startService(launch);
	const aborted = signal ? once(signal, 'abort').then(() => 'stopped') : new Promise<never>(() => {});
	const how = signal?.aborted ? 'stopped' : await Promise.race([service.ended, aborted]);
	if (how === 'exit code 0') return;
	// npm would first clean up for long; what it leaves is cleared away at the next start.
	await service.stop(1_000);
	if (how === 'stopped') throw new Failure('Stopped.');
	throw new Failure(
		`${whatFailed} (${how}). The end of its log:\n\n${tailOf(launch.logFile, 15)}\n\nLog: ${launch.logFile}`,
	);
};
