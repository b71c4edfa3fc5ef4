import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';

import { controlOf, readAnnouncement, type Announcement, type Control } from './announcement.ts';

// Without imports from the sandbox's sources: the package's own tests, compiled to CommonJS, start it too.
const ROOT = join(__dirname, '..', '..', '..');
/** The project's Node, whatever runs the tests. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
/** The sandbox's command line. */
export const CLI = join(ROOT, 'sandbox', 'src', 'cli.ts');
/** What Node has compiled of it is kept: most of the time that a start takes. */
const COMPILE_CACHE = join(ROOT, '.playground', 'compile-cache');

/** The environment of a sandbox and of its commands. */
export function sandboxEnvironment(): NodeJS.ProcessEnv {
	return { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
}

/** How a sandbox is started; each is an option of `serve`. */
export interface SandboxOptions {
	/** Data folder; in memory when absent. */
	data?: string;
	seed?: 'demo' | 'empty';
	deterministic?: boolean;
	/** A free one when absent. */
	port?: number;
	accounts?: number;
	host?: string;
	publicUrl?: string;
	keep?: number;
	deliveryTries?: number;
	deliveryTimeoutMs?: number;
	deliveryBaseDelayMs?: number;
}

/** A sandbox that runs in a process of its own. */
export interface Sandbox extends Readonly<Announcement> {
	/** The first API key; empty when its data folder was not new. */
	readonly apiKey: string;
	readonly control: Control;
	/** Stops it and waits until it is gone; SIGTERM unless another signal is given. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a sandbox on a free port and waits until it answers. It ends with this process at the latest. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	// Its standard input closes when the tests end, even if they are killed: no sandbox is left behind.
	const child = spawn(NODE, [CLI, 'serve', '--json', '--until-stdin-closes', ...toArguments(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: sandboxEnvironment(),
	});
	const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
	const announced = await readAnnouncement(child.stdout, ended).catch((error: unknown) => {
		child.kill('SIGKILL');
		throw error;
	});
	// Nor does it keep the tests from ending when one of them could not stop it.
	for (const part of [child, child.stdin as Socket, child.stdout as Socket]) part.unref();
	return {
		...announced,
		apiKey: announced.apiKey ?? '',
		control: controlOf(announced.url, announced.controlToken),
		stop: async (signal = 'SIGTERM') => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			child.ref();
			child.kill(signal);
			await gone;
		},
	};
}

function toArguments(options: SandboxOptions): string[] {
	const values = {
		'--port': options.port ?? 0,
		'--accounts': options.accounts,
		'--host': options.host,
		'--public-url': options.publicUrl,
		'--data': options.data,
		'--seed': options.seed,
		'--keep': options.keep,
		'--delivery-tries': options.deliveryTries,
		'--delivery-timeout-ms': options.deliveryTimeoutMs,
		'--delivery-base-delay-ms': options.deliveryBaseDelayMs,
	};
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	const named = given.flatMap(([name, value]) => [name, String(value)]);
	return options.deterministic ? [...named, '--deterministic'] : named;
}
