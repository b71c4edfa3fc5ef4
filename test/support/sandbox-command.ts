import { execFile } from 'node:child_process';
import type { SandboxAccount } from '../../sandbox/src/client/account.ts';
import { runCommandLine } from '../../sandbox/src/cli/program.ts';
import { CLI, NODE } from './start-sandbox.ts';

/** The result of a command. */
export interface Ran {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs a command of the sandbox to its end, in this process: one after the other, and none that starts a sandbox. */
export async function run(...words: string[]): Promise<Ran> {
	const printed = { stdout: '', stderr: '' };
	const take = (name: keyof typeof printed, end: string) => (text: unknown) => {
		printed[name] += (text instanceof Uint8Array ? Buffer.from(text).toString() : String(text)) + end;
		return true;
	};
	const spies = [
		jest.spyOn(console, 'log').mockImplementation(take('stdout', '\n')),
		jest.spyOn(console, 'error').mockImplementation(take('stderr', '\n')),
		jest.spyOn(process.stdout, 'write').mockImplementation(take('stdout', '')),
		jest.spyOn(process.stderr, 'write').mockImplementation(take('stderr', '')),
	];
	try {
		return { code: await runCommandLine(words), ...printed };
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
}

/** Runs a command as its users do, in a process of its own. */
export function runProcess(...words: string[]): Promise<Ran> {
	return new Promise((resolve) => {
		execFile(NODE, [CLI, ...words], { timeout: 60_000 }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
		});
	});
}

/** Runs a command against a sandbox; what it prints. Fails when the command does. */
export async function ask(sandbox: SandboxAccount, ...words: string[]): Promise<string> {
	const end = words.includes('--') ? words.indexOf('--') : words.length;
	const { code, stdout, stderr } = await run(
		...words.slice(0, end),
		'--url',
		sandbox.url,
		...words.slice(end),
	);
	if (code !== 0) throw new Error(stderr);
	return stdout;
}
