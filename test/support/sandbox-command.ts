import { execFile } from 'node:child_process';
import type { SandboxAccount } from '../../sandbox/src/client/account.ts';
import { CLI, NODE } from './start-sandbox.ts';

/** The result of a command. */
export interface Ran {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs a command of the sandbox to its end. */
export function run(...words: string[]): Promise<Ran> {
	return new Promise((resolve) => {
		execFile(NODE, [CLI, ...words], { timeout: 30_000 }, (error, stdout, stderr) => {
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
