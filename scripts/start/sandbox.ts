import { Failure } from '../../playground/failure.ts';
import type { Paths } from '../../playground/paths.ts';
import { startService, tailOf } from '../../playground/processes.ts';
import type { Service } from '../../playground/processes.ts';
import { readAnnouncement } from '../../sandbox/src/client/announcement.ts';
import type { Announcement } from '../../sandbox/src/client/announcement.ts';
import { createControl } from '../../sandbox/src/client/control.ts';
import type { Control } from '../../sandbox/src/client/control.ts';
import type { State } from './state.ts';

/** A sandbox that is up. */
export interface RunningSandbox extends Service, Pick<Announcement, 'url' | 'apiKey' | 'apiKeyId'> {
	control: Control;
}

/** Starts the sandbox and reads the line that it greets with. */
export const startSandbox = async (
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

/**
 * Makes sure that we know an API key of the sandbox and that its events go to n8n.
 *
 * @returns the state with the key in it, and the key's signing secret
 */
export const connectKey = async (
	sandbox: RunningSandbox,
	state: State,
	webhookUrl: string,
): Promise<{ state: State; signingSecret: string }> => {
	const known = sandbox.apiKey
		? { id: sandbox.apiKeyId, key: sandbox.apiKey }
		: state.apiKey && state.apiKeyId
			? { id: state.apiKeyId, key: state.apiKey }
			: // It was shown once, to a start that was interrupted before it wrote it down.
				await sandbox.control('POST', '/api-keys', { name: 'npm start' });
	const key = await sandbox.control('PATCH', `/api-keys/${known.id}`, { webhook_url: webhookUrl });
	return {
		state: { ...state, apiKeyId: known.id, apiKey: known.key },
		signingSecret: key.signing_secret ?? '',
	};
};

/** Has the messages that arrive at the chat-app business numbers sent to n8n as well. */
export const connectChatApp = async (sandbox: RunningSandbox, webhookUrl: string): Promise<void> => {
	const { chatapp_accounts: accounts } = await sandbox.control('GET', '/chatapp-accounts');
	for (const { id } of accounts) {
		await sandbox.control('PATCH', `/chatapp-accounts/${id}`, { webhook_url: webhookUrl });
	}
};
