import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { N8nApiError, type N8nApi } from '../n8n/api.ts';

/** Matches the names of what a test creates in n8n; with the machine and the process that made it. */
const MARK = / \(sandbox test ([0-9a-f]{6})-(\d+)\)$/;
/** Tells machines apart without naming them. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
/** n8n takes names of up to 128 characters. */
const LONGEST_NAME = 90;
/** What another machine made may still be in use. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Marks a name as that of a copy, which the next test may remove once this process has ended. */
export function markAsCopy(name: string): string {
	return `${name.slice(0, LONGEST_NAME)} (sandbox test ${MACHINE}-${process.pid})`;
}

/** Removes the copies and credentials in n8n that a test left behind, since it was killed. */
export async function removeLeftovers(n8n: N8nApi): Promise<void> {
	const workflows = (await n8n.listWorkflows()).filter(isLeftover);
	for (const { id } of workflows) await unlessRefused(() => n8n.deleteWorkflow(id));
	const credentials = (await unlessRefused(() => n8n.listCredentials()))?.filter(isLeftover) ?? [];
	for (const { id } of credentials) await unlessRefused(() => n8n.deleteCredential(id));
}

function isLeftover({ name, createdAt }: { readonly name: string; readonly createdAt: string }): boolean {
	const [, machine, pid] = MARK.exec(name) ?? [];
	if (machine === undefined) return false;
	if (machine === MACHINE) return !isRunning(Number(pid));
	return Date.now() - Date.parse(createdAt) > ABANDONED_AFTER_MS;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** What cannot be removed now is no reason not to test: not every API key may list credentials. */
async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof N8nApiError) return undefined;
		throw error;
	}
}
