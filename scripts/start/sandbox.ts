import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failure } from '../../playground/failure.ts';
import type { Paths } from '../../playground/paths.ts';
import { startService, tailOf } from '../../playground/processes.ts';
import type { Service } from '../../playground/processes.ts';
import type { State } from './state.ts';

/** A sandbox that is up. */
export interface RunningSandbox extends Service {
	url: string;
	/** Only when this start has made it. */
	apiKey: string | null;
	apiKeyId: string;
	control: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

interface FirstLine {
	url: string;
	apiKey: string | null;
	apiKeyId: string;
}

interface ApiKey {
	id: string;
	key: string;
	signing_secret: string;
}

const startTimeoutMs = 30_000;

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
	const lines = createInterface({ input: service.output ?? process.stdin });
	const signal = AbortSignal.timeout(startTimeoutMs);
	const first = await Promise.race([
		once(lines, 'line', { signal }).then(([line]) => JSON.parse(String(line)) as FirstLine),
		service.ended.then(() => undefined),
	]).catch(() => undefined);
	if (!first) {
		await service.stop();
		throw new Failure(`The sandbox did not start. Its log:\n\n${tailOf(logFile, 15)}\n\nLog: ${logFile}`);
	}
	const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
		const response = await fetch(`${first.url}/sandbox/v1${path}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Failure(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
		}
		return JSON.parse(text) as T;
	};
	return { ...service, ...first, control };
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
				await sandbox.control<ApiKey>('POST', '/api-keys', { name: 'npm start' });
	const key = await sandbox.control<ApiKey>('PATCH', `/api-keys/${known.id}`, { webhook_url: webhookUrl });
	return {
		state: { ...state, apiKeyId: known.id, apiKey: known.key },
		signingSecret: key.signing_secret,
	};
};
