import type { Command } from 'commander';
import { DEFAULT_CONFIG } from '../config.ts';

/** Where a command looks for a running sandbox when it is not told. */
const DEFAULT_URL = `http://${DEFAULT_CONFIG.host}:${DEFAULT_CONFIG.port}`;

/** What ends a command with a line for its user instead of a stack trace. */
export class Complaint extends Error {}

/** The control API of a running sandbox. */
export interface Remote {
	/**
	 * @param path under `/sandbox/v1`
	 * @throws {Complaint} when no sandbox answers, or it refuses
	 */
	call<Answer>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
	/**
	 * Follows a stream of server-sent events: the data of each, until the sandbox ends it.
	 * @param path under `/sandbox/v1`
	 * @throws {Complaint} when no sandbox answers, or it breaks off
	 */
	follow(path: string): AsyncIterable<string>;
}

/** What every command that talks to a sandbox is told. */
export interface RemoteOptions {
	url: string;
	json: boolean;
}

/** Adds the options of {@link RemoteOptions} to a command. */
export function talksToSandbox(command: Command): Command {
	return command
		.option('--url <address>', 'where the sandbox runs', DEFAULT_URL)
		.option('--json', 'print the answer as JSON', false);
}

export function connect(url: string): Remote {
	return {
		call: async <Answer>(method: string, path: string, body?: object) => {
			const response = await request(url, method, path, body);
			const answer: unknown = await response.json().catch(() => null);
			if (response.ok && typeof answer === 'object' && answer !== null) return answer as Answer;
			throw new Complaint(explainRefusal(answer) ?? `${url} answered ${response.status}; is that a sandbox?`);
		},
		follow: async function* (path) {
			const { body, headers, status } = await request(url, 'GET', path);
			if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) {
				throw new Complaint(`${url} answered ${status}; is that a sandbox?`);
			}
			try {
				let rest = '';
				for await (const text of body.pipeThrough(new TextDecoderStream())) {
					const events = (rest + text).split('\n\n');
					rest = events.pop() ?? '';
					for (const event of events) yield /^data: (.*)$/m.exec(event)?.[1] ?? '';
				}
			} catch {
				throw new Complaint(`The sandbox at ${url} is gone.`);
			}
		},
	};
}

async function request(url: string, method: string, path: string, body?: object): Promise<Response> {
	const address = `${url.replace(/\/+$/, '')}/sandbox/v1${path}`;
	if (!URL.canParse(address)) throw new Complaint(`${url} is not an address. Give one like ${DEFAULT_URL}.`);
	const token = process.env.SANDBOX_TOKEN;
	try {
		return await fetch(address, {
			method,
			headers: {
				...(body && { 'content-type': 'application/json' }),
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
	} catch {
		throw new Complaint(`No sandbox runs at ${url}. Start one with "serve", or name another with --url.`);
	}
}

function explainRefusal(answer: unknown): string | undefined {
	if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
	return typeof answer.error === 'string' ? answer.error : undefined;
}

/** A query string of what is given; empty when nothing is. */
export function queryOf(values: Record<string, string | number | undefined>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(values)) {
		if (value !== undefined) query.set(name, String(value));
	}
	return query.size === 0 ? '' : `?${query}`;
}
