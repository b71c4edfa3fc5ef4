import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAccount } from '../client/account.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../client/start-sandbox.ts';
import type { N8nApi } from '../n8n/api.ts';

/** An n8n, and a sandbox that is started for the tests. */
export class TestEnvironment implements AsyncDisposable {
	readonly n8n: N8nApi;
	/** Each removes what a test has created in n8n, and may be called again. */
	readonly removals = new Set<() => Promise<void>>();
	readonly #options: SandboxOptions;
	/** The folder of the sandbox's data, which a killed sandbox is started with again. */
	readonly #folder: string;
	#sandbox: Sandbox;

	private constructor(n8n: N8nApi, options: SandboxOptions, folder: string, sandbox: Sandbox) {
		this.n8n = n8n;
		this.#options = options;
		this.#folder = folder;
		this.#sandbox = sandbox;
	}

	/** Starts the sandbox. See {@link startSandbox}. */
	static async start(n8n: N8nApi, options: SandboxOptions): Promise<TestEnvironment> {
		const folder = await mkdtemp(join(tmpdir(), 'voice-agent-sandbox-'));
		try {
			const sandbox = await startSandbox({ ...options, data: join(folder, 'account') });
			return new TestEnvironment(n8n, options, folder, sandbox);
		} catch (error) {
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}

	get sandbox(): Sandbox {
		return this.#sandbox;
	}

	/** The accounts of the sandbox, the first one first. */
	get accounts(): [SandboxAccount, ...SandboxAccount[]] {
		return [this.#sandbox, ...this.#sandbox.accounts];
	}

	/** The address at which n8n reaches the sandbox. */
	get serviceUrl(): string {
		return this.#options.publicUrl ?? this.#sandbox.url;
	}

	/** Kills the sandbox, and starts it again at the same address with the same data. */
	async killSandbox(): Promise<void> {
		const port = Number(new URL(this.#sandbox.url).port);
		await this.#sandbox.stop('SIGKILL');
		this.#sandbox = await this.#startSandbox({ port });
	}

	/** Starts a new sandbox in place of one that was killed, which no longer knows its API key. */
	async replaceKilledSandbox(): Promise<void> {
		if (this.#sandbox.apiKey !== '') return;
		await this.#sandbox.stop();
		await rm(join(this.#folder, 'account'), { recursive: true });
		this.#sandbox = await this.#startSandbox();
	}

	/** Removes what is left in n8n, and stops the sandbox. @throws {N8nApiError} if n8n leaves something */
	async [Symbol.asyncDispose](): Promise<void> {
		try {
			for (const remove of this.removals) await remove();
		} finally {
			await this.#sandbox.stop();
			await rm(this.#folder, { recursive: true, force: true });
		}
	}

	async #startSandbox(more: SandboxOptions = {}): Promise<Sandbox> {
		return await startSandbox({ ...this.#options, ...more, data: join(this.#folder, 'account') });
	}
}
