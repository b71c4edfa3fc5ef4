import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { DEFAULT_CONFIG } from '../service/config.ts';
import type { Values } from './add-command.ts';
import { CliError } from '../client/command-line.ts';

/** The default address of a running sandbox. */
export const DEFAULT_URL = `http://${DEFAULT_CONFIG.host}:${DEFAULT_CONFIG.port}`;
const PREFIX = '/sandbox/v1';

/** A running sandbox. Each method throws a {@link CliError} if no sandbox answers or it refuses the call. */
export class Remote {
	readonly #base: string;

	constructor(url: string) {
		this.#base = url.replace(/\/+$/, '');
	}

	/**
	 * Makes a control call. Fields that the path does not name go into the query of a GET, or else into the
	 * body.
	 */
	async call(method: string, path: string, fields: Values): Promise<Values> {
		const rest = { ...fields };
		const address = path.replace(/\/\{(\w+)\}/g, (_, name: string) => {
			const { [name]: value } = rest;
			delete rest[name];
			return value === undefined ? '' : `/${encodeURIComponent(value as string | number)}`;
		});
		if (method !== 'GET') return this.#read(await this.#request(method, PREFIX + address, rest));
		const query = new URLSearchParams(rest as Record<string, string>);
		return this.#read(await this.#request(method, `${PREFIX}${address}?${query}`));
	}

	/**
	 * Makes a control call and streams the answer to standard output until it ends; `path` is relative to
	 * `/sandbox/v1`.
	 */
	async pipe(method: string, path: string, body?: unknown): Promise<void> {
		const response = await this.#request(method, PREFIX + path, body);
		for await (const chunk of response.body ?? []) process.stdout.write(chunk as Uint8Array);
	}

	/** Yields the data of each event of a stream of server-sent events, until the sandbox ends it. */
	async *follow(path: string): AsyncIterable<string> {
		const response = await this.#request('GET', PREFIX + path);
		if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
			throw this.#createNoSandboxError(response);
		}
		try {
			for await (const line of createInterface({ input: Readable.from(response.body ?? []) })) {
				if (line.startsWith('data: ')) yield line.slice('data: '.length);
			}
		} catch {
			throw new CliError(`The sandbox at ${this.#base} is gone.`);
		}
	}

	/** Fetches its OpenAPI document. */
	async document(): Promise<object> {
		const response = await this.#request('GET', '/openapi.json');
		const answer = await this.#read(response);
		if (!('paths' in answer)) throw this.#createNoSandboxError(response);
		return answer;
	}

	async #request(method: string, path: string, body?: unknown): Promise<Response> {
		const headers = new Headers(body ? { 'content-type': 'application/json' } : {});
		const { SANDBOX_TOKEN: token } = process.env;
		if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
		const init = { method, headers, body: body ? JSON.stringify(body) : null };
		const response = await fetch(this.#base + path, init).catch(() => {
			throw new CliError(
				`No sandbox runs at ${this.#base}. Start one with "serve", ` +
					`or name another with --url, like ${DEFAULT_URL}.`,
			);
		});
		if (response.ok) return response;
		const { error } = await this.#read(response);
		throw typeof error === 'string' ? new CliError(error) : this.#createNoSandboxError(response);
	}

	async #read(response: Response): Promise<Values> {
		const answer: unknown = await response.json().catch(() => null);
		if (typeof answer !== 'object' || answer === null) throw this.#createNoSandboxError(response);
		return answer as Values;
	}

	#createNoSandboxError({ status }: Response): CliError {
		return new CliError(`${this.#base} answered ${status}; is that a sandbox?`);
	}
}
