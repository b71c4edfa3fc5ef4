import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Command } from 'commander';
import { DEFAULT_CONFIG } from '../config.ts';
import { Complaint } from './complaint.ts';
import type { Schema } from './fields.ts';

/** Where a command looks for a running sandbox when it is not told. */
const DEFAULT_URL = `http://${DEFAULT_CONFIG.host}:${DEFAULT_CONFIG.port}`;
const PREFIX = '/sandbox/v1';

/** The part of an OpenAPI operation that a command looks at. */
export interface Operation {
	readonly parameters?: ReadonlyArray<{ name: string; in: string; description?: string; schema: Schema }>;
	readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A running sandbox; every call throws a {@link Complaint} when none answers, or it refuses. */
export interface Remote {
	/** @param path under `/sandbox/v1` */
	call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
	/** Writes the answer to standard output as it comes, until it ends. */
	pipe(method: string, path: string, body?: object): Promise<void>;
	/** Follows a stream of server-sent events: the data of each, until the sandbox ends it. */
	follow(path: string): AsyncIterable<string>;
	/** What a call takes, by the sandbox's OpenAPI document; undefined when no sandbox answers. */
	describe(method: string, path: string): Promise<Operation | undefined>;
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

/** @param byDefault whether the default address is meant instead of `url` */
export function connect(url: string, byDefault = false): Remote {
	const base = (byDefault ? DEFAULT_URL : url).replace(/\/+$/, '');
	return {
		call: async <Answer>(method: string, path: string, body?: object) => {
			const response = await request(base, method, PREFIX + path, body);
			const answer: unknown = await response.json().catch(() => null);
			if (response.ok && typeof answer === 'object' && answer !== null) return answer as Answer;
			throw new Complaint(
				explainRefusal(answer) ?? `${base} answered ${response.status}; is that a sandbox?`,
			);
		},
		pipe: async (method, path, body) => {
			const response = await request(base, method, PREFIX + path, body);
			if (!response.ok) {
				const answer: unknown = await response.json().catch(() => null);
				throw new Complaint(explainRefusal(answer) ?? `${base} answered ${response.status}`);
			}
			if (response.body !== null) {
				await pipeline(Readable.fromWeb(response.body as ReadableStream), process.stdout, { end: false });
			}
		},
		follow: async function* (path) {
			const { body, headers, status } = await request(base, 'GET', PREFIX + path);
			if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) {
				throw new Complaint(`${base} answered ${status}; is that a sandbox?`);
			}
			try {
				let rest = '';
				for await (const text of body.pipeThrough(new TextDecoderStream())) {
					const parts = (rest + text).split('\n\n');
					rest = parts.pop() ?? '';
					for (const part of parts) {
						const data = fieldOf(part, 'data');
						if (data !== '') yield data;
					}
				}
			} catch {
				throw new Complaint(`The sandbox at ${base} is gone.`);
			}
		},
		describe: async (method, path) => {
			try {
				const response = await request(base, 'GET', '/openapi.json');
				const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
				return paths[PREFIX + path]?.[method.toLowerCase()];
			} catch {
				return undefined;
			}
		},
	};
}

async function request(base: string, method: string, path: string, body?: object): Promise<Response> {
	if (!URL.canParse(base + path))
		throw new Complaint(`${base} is not an address. Give one like ${DEFAULT_URL}.`);
	const token = process.env.SANDBOX_TOKEN;
	try {
		return await fetch(base + path, {
			method,
			headers: {
				...(body && { 'content-type': 'application/json' }),
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
	} catch {
		throw new Complaint(`No sandbox runs at ${base}. Start one with "serve", or name another with --url.`);
	}
}

function fieldOf(event: string, name: string): string {
	return new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? '';
}

function explainRefusal(answer: unknown): string | undefined {
	if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
	return typeof answer.error === 'string' ? answer.error : undefined;
}
