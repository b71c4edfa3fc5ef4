import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { toFlag } from './command-line.ts';
import type { Config } from '../service/config.ts';
import { describeOldNode } from './node-version.ts';
import { CLI_FILE } from '../package-files.ts';
import { SandboxAccount, type AnnouncedAccount } from './account.ts';

/**
 * The options of a sandbox: those of `serve`, which `voice-agent-sandbox serve --help` explains, and a
 * webhook URL.
 */
export interface SandboxOptions extends Partial<Omit<Config, 'account' | 'controlToken'>> {
	/** The address of an n8n, whose API key is in the variable `N8N_API_KEY`. */
	readonly n8n?: string;
	/** The number of accounts; one when absent. */
	readonly accounts?: number;
	/**
	 * The URL to which the events of the first account are delivered. See {@link SandboxAccount.setWebhookUrl}.
	 */
	readonly webhookUrl?: string;
	/**
	 * The URL to which the first account's chat-app messages are delivered. See
	 * {@link SandboxAccount.setChatAppWebhookUrl}.
	 */
	readonly chatAppWebhookUrl?: string;
	/** The longest wait of `waitForRequest` and the like, in milliseconds of real time; 4,000 when absent. */
	readonly waitTimeoutMs?: number;
}

/** The options that are not passed on to `serve`. */
type OwnOption = 'webhookUrl' | 'chatAppWebhookUrl' | 'waitTimeoutMs';

/** How long a sandbox may take to start. */
const START_TIMEOUT_MS = 60_000;

/** The line that `serve --json` prints once the sandbox answers, with its first account and the others. */
export interface Announcement extends AnnouncedAccount {
	readonly pid: number;
	readonly accounts: readonly AnnouncedAccount[];
}

/** The files with which a sandbox process is started. */
export interface Launch {
	/** The JavaScript runtime. */
	readonly node: string;
	/** The sandbox's command line, as a file. */
	readonly cli: string;
}

/** A sandbox that runs in a process of its own. The object also stands for its first account. */
export class Sandbox extends SandboxAccount implements AsyncDisposable {
	/** The further accounts of the service. */
	readonly accounts: readonly SandboxAccount[];
	readonly pid: number;
	/** Sends a signal, SIGTERM by default, and waits until the process has ended. */
	readonly stop: (signal?: NodeJS.Signals) => Promise<void>;

	constructor(announced: Announcement, stop: Sandbox['stop'], waitMs?: number) {
		super(announced, waitMs);
		this.accounts = announced.accounts.map((account) => new SandboxAccount(account, waitMs));
		this.pid = announced.pid;
		this.stop = stop;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}
}

/**
 * Starts a sandbox on a free port and waits until it answers. It ends no later than this process.
 * @throws if this Node is too old, if a webhook URL is refused, or if the sandbox does not start, e.g. because its port
 * is taken; then it prints the reason to standard error
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const oldNode = describeOldNode();
	if (oldNode !== undefined) throw new Error(oldNode);
	return await launchSandbox(options, { node: process.execPath, cli: CLI_FILE });
}

/** Starts a sandbox as {@link startSandbox} does, with the given program. */
export async function launchSandbox(
	{ webhookUrl, chatAppWebhookUrl, waitTimeoutMs, ...options }: SandboxOptions,
	{ node, cli }: Launch,
): Promise<Sandbox> {
	// Its standard input closes when this process ends, even if it is killed, so that no sandbox is left
	// running.
	const child = spawn(node, [cli, 'serve', '--json', '--until-stdin-closes', ...argumentsFor(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: withoutInspector(process.env),
	});
	const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
	const announced = await readAnnouncement(child.stdout, ended).catch((error: unknown) => {
		child.kill('SIGKILL');
		throw error;
	});
	// A sandbox that a test could not stop must not keep this process from ending.
	unrefAll([child, child.stdin as Partial<Socket>, child.stdout as Partial<Socket>]);
	const stop: Sandbox['stop'] = async (signal = 'SIGTERM') => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.ref();
		child.kill(signal);
		await gone;
	};
	const sandbox = new Sandbox(announced, stop, waitTimeoutMs);
	try {
		for (const account of [sandbox, ...sandbox.accounts]) await SandboxAccount.read(account);
		if (webhookUrl !== undefined) await sandbox.setWebhookUrl(webhookUrl);
		if (chatAppWebhookUrl !== undefined) await sandbox.setChatAppWebhookUrl(chatAppWebhookUrl);
		return sandbox;
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * Waits for the announcement on a sandbox's standard output. Other lines are ignored: modules that NODE_OPTIONS loads
 * into each process may print, too.
 *
 * @param ended settles with the reason once the sandbox has ended
 * @throws if it ends, or does not start within a minute
 */
export async function readAnnouncement(
	output: NodeJS.ReadableStream,
	ended: Promise<string>,
): Promise<Announcement> {
	const lines = createInterface({ input: output });
	let alarm: NodeJS.Timeout | undefined;
	return await Promise.race([
		new Promise<Announcement>((resolve) => {
			lines.on('line', (line) => {
				const announced = parseAnnouncement(line);
				if (announced !== undefined) resolve(announced);
			});
		}),
		ended.then((how) => Promise.reject(new Error(`The sandbox ended with ${how} instead of starting.`))),
		new Promise<never>((_resolve, reject) => {
			alarm = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_TIMEOUT_MS);
		}),
	]).finally(() => clearTimeout(alarm));
}

function parseAnnouncement(line: string): Announcement | undefined {
	try {
		const value: unknown = JSON.parse(line);
		const isAnnouncement = typeof value === 'object' && value !== null && 'pid' in value && 'url' in value;
		return isAnnouncement ? (value as Announcement) : undefined;
	} catch {
		return undefined;
	}
}

/** Lets this process end while these are open. In Bun, streams have no `unref`, and do not keep a process alive. */
export function unrefAll(parts: ReadonlyArray<{ unref?(): unknown }>): void {
	for (const part of parts) part.unref?.();
}

/** Matches the options of Node that have it wait for a debugger, which is attached to this process. */
const INSPECTOR = /(?<=^|\s)--(?:inspect|debug)(?:-port[= ]\S+|\S*)/g;

function withoutInspector(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const { NODE_OPTIONS: options } = environment;
	return options === undefined
		? environment
		: { ...environment, NODE_OPTIONS: options.replace(INSPECTOR, '') };
}

function argumentsFor(options: Omit<SandboxOptions, OwnOption>): string[] {
	const given = Object.entries<string | number | boolean | undefined>({ port: 0, ...options }).filter(
		([, value]) => value !== undefined,
	);
	return given.flatMap(([name, value]) => [
		toFlag(name),
		typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
	]);
}
