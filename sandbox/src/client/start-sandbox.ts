import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toFlag } from '../cli/flag.ts';
import type { Config } from '../config.ts';
import { SandboxAccount } from './account.ts';
import { readAnnouncement, type Announcement } from './announcement.ts';

/**
 * How a sandbox is started: the options of `serve`, which
 * `voice-agent-sandbox serve --help` explains, and a webhook URL.
 */
export interface SandboxOptions extends Partial<Omit<Config, 'account' | 'controlToken'>> {
	/** How many accounts the service has; one when absent. */
	readonly accounts?: number;
	/** Where the events of the first account are delivered. See {@link SandboxAccount.setWebhookUrl}. */
	readonly webhookUrl?: string;
}

/** How a process of the sandbox is begun. */
export interface Launch {
	/** The program that runs JavaScript. */
	readonly node: string;
	/** The sandbox's command line, as a file. */
	readonly cli: string;
	readonly env: NodeJS.ProcessEnv;
}

/** A sandbox that runs in a process of its own; it is its first account, too. */
export class Sandbox extends SandboxAccount implements AsyncDisposable {
	/** The further accounts of the service. */
	readonly accounts: readonly SandboxAccount[];
	readonly pid: number;
	/** Stops it and waits until it is gone; SIGTERM unless another signal is given. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;

	constructor(announced: Announcement, stop: Sandbox['stop']) {
		super(announced);
		this.accounts = announced.accounts.map((account) => new SandboxAccount(account));
		this.pid = announced.pid;
		this.stop = stop;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}
}

/**
 * Starts a sandbox on a free port and waits until it answers. It ends with this process at the latest.
 * @throws when it does not start, e.g. since its port is taken; it says why on standard error
 */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	// Beside this folder, and compiled if this is.
	const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));
	return launchSandbox(options, { node: process.execPath, cli, env: process.env });
}

/** {@link startSandbox} with another program. */
export async function launchSandbox(
	{ webhookUrl, ...options }: SandboxOptions,
	{ node, cli, env }: Launch,
): Promise<Sandbox> {
	// Its standard input closes when this process ends, even if it is killed: no sandbox is left behind.
	const child = spawn(node, [cli, 'serve', '--json', '--until-stdin-closes', ...argumentsFor(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env,
	});
	const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
	const announced = await readAnnouncement(child.stdout, ended).catch((error: unknown) => {
		child.kill('SIGKILL');
		throw error;
	});
	// Nor does it keep this process from ending when a test could not stop it.
	for (const part of [child, child.stdin as Socket, child.stdout as Socket]) part.unref();
	const sandbox = new Sandbox(announced, async (signal = 'SIGTERM') => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.ref();
		child.kill(signal);
		await gone;
	});
	if (webhookUrl !== undefined) await sandbox.setWebhookUrl(webhookUrl);
	return sandbox;
}

function argumentsFor(options: Omit<SandboxOptions, 'webhookUrl'>): string[] {
	const given = Object.entries({ port: 0, ...options }).filter(([, value]) => value !== undefined);
	return given.flatMap(([name, value]) => [
		toFlag(name),
		typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
	]);
}
