import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAccount } from '../client/account.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../client/start-sandbox.ts';
import type { N8nApi } from '../n8n/api.ts';

/** An n8n and a sandbox, with which workflows are tested. */
export class TestBench implements AsyncDisposable {
	readonly n8n: N8nApi;
	/** Each removes what a test has created in n8n, and may be called again. */
	readonly removals = new Set<() => Promise<void>>();
	readonly #options: SandboxOptions;
	readonly #data: string;
	#sandbox: Sandbox;

	private constructor(n8n: N8nApi, options: SandboxOptions, data: string, sandbox: Sandbox) {
		this.n8n = n8n;
		this.#options = options;
		this.#data = data;
		this.#sandbox = sandbox;
	}

	/** Starts a sandbox that knows n8n. See {@link startSandbox}. */
	static async start(n8n: N8nApi, options: SandboxOptions): Promise<TestBench> {
		const data = await mkdtemp(join(tmpdir(), 'voice-agent-sandbox-'));
		const given = { ...options, n8n: n8n.url };
		try {
			return new TestBench(n8n, given, data, await startSandbox({ ...given, data: join(data, 'account') }));
		} catch (error) {
			await rm(data, { recursive: true, force: true });
			throw error;
		}
	}

	get sandbox(): Sandbox {
		return this.#sandbox;
	}

	/** Its accounts, the first one first. */
	get accounts(): [SandboxAccount, ...SandboxAccount[]] {
		return [this.#sandbox, ...this.#sandbox.accounts];
	}

	/** The address at which n8n reaches the sandbox. */
	get serviceUrl(): string {
		return this.#options.publicUrl ?? this.#sandbox.url;
	}

	/** Kills the sandbox, and starts it again at the same address with the same data. */
	async kill(): Promise<void> {
		const port = Number(new URL(this.#sandbox.url).port);
		await this.#sandbox.stop('SIGKILL');
		this.#sandbox = await startSandbox({ ...this.#options, port, data: join(this.#data, 'account') });
	}

	/** Starts a new sandbox in place of one that was killed, which no longer knows its API key. */
	async renew(): Promise<void> {
		if (this.#sandbox.apiKey !== '') return;
		await this.#sandbox.stop();
		await rm(join(this.#data, 'account'), { recursive: true });
		this.#sandbox = await startSandbox({ ...this.#options, data: join(this.#data, 'account') });
	}

	/** Removes what is left in n8n, and stops the sandbox. @throws {N8nApiError} if n8n leaves something */
	async [Symbol.asyncDispose](): Promise<void> {
		try {
			for (const remove of this.removals) await remove();
		} finally {
			await this.#sandbox.stop();
			await rm(this.#data, { recursive: true, force: true });
		}
	}
}
