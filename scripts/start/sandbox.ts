import { Failure } from '../../playground/failure.ts';
import type { Paths } from '../../playground/paths.ts';
import { startService, tailOf } from '../../playground/processes.ts';
import type { Service } from '../../playground/processes.ts';
import { readAnnouncement, type Announcement } from '../../sandbox/src/client/start-sandbox.ts';
import { createControl } from '../../sandbox/src/client/control.ts';
import type { Control } from '../../sandbox/src/client/control.ts';
import type { State } from './state.ts';

/** A sandbox that is up. */
export interface RunningSandbox extends Service, Pick<Announcement, 'url' | 'apiKey' | 'apiKeyId'> {
	control: Control;
}

/**
 * Starts the sandbox from its sources, with a log file and in a process group of its own as all that `npm start` starts,
 * and reads the line that it greets with.
 */
export const startSandboxService = async (
	paths: Paths,
	folder: string,
	port: number,
	logFile: string,
): Promise<RunningSandbox> => {
	const args = [paths.sandboxCli, 'serve', '--data', folder, '--port', String(port), '--json'];
	const launch = { command: paths.node, args, cwd: paths.projectRoot, logFile };
	const service = startService(launch, true);
	try {
		const announced = await readAnnouncement(service.output ?? process.stdin, service.ended);
		return { ...announced, ...service, control: createControl(announced.url) };
	} catch {
		await service.stop();
		throw new Failure(`The sandbox did not start. Its log:\n\n${tailOf(logFile, 15)}\n\nLog: ${logFile}`);
	}
};

/** Returns an API key of the sandbox that we know: the first one, that of an earlier start, or a new one. */
export const provideApiKey = async (
	sandbox: RunningSandbox,
	{ apiKeyId, apiKey }: State,
): Promise<{ apiKeyId: string; apiKey: string }> => {
	if (sandbox.apiKey) return { apiKeyId: sandbox.apiKeyId, apiKey: sandbox.apiKey };
	if (apiKey && apiKeyId) return { apiKeyId, apiKey };
	// It was shown once, to a start that was interrupted before it wrote it down.
	const made = await sandbox.control('POST', '/api-keys', { name: 'npm start' });
	return { apiKeyId: made.id, apiKey: made.key };
};
