import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { DEFAULT_CONFIG, type Config } from '../../src/service/config.ts';
import { buildServer, type Server } from '../../src/server.ts';

/** Where death comes: right before a commit, which is lost with all that follows, or right after it. */
export type Moment = 'before' | 'after';

const COMMIT = /^\s*(COMMIT|END)\b/i;

/**
 * A sandbox in this process that dies at a commit, and is started again on the same data. From its death on
 * nothing that it writes is kept; what it sends then is not to be taken for sent.
 */
export class MortalSandbox {
	readonly #data: string;
	readonly #config: Partial<Config>;
	#server: Server | undefined;
	#connection: DatabaseSync | undefined;
	#isDead = false;
	#sentence: { commits: number; moment: Moment } | undefined;
	#commits = 0;
	#spies: jest.SpyInstance[] = [];
	/** The number of deaths so far. */
	deaths = 0;
	/** Called before it begins to send after a death. */
	onRevival: () => Promise<void> = async () => undefined;

	private constructor(data: string, config: Partial<Config>) {
		this.#data = data;
		this.#config = config;
		this.#watchCommits();
	}

	/** Starts one on a new data folder. */
	static async start(config: Partial<Config>): Promise<MortalSandbox> {
		const self = new MortalSandbox(await mkdtemp(join(tmpdir(), 'sandbox-')), config);
		await self.startAgain();
		if (self.#commits === 0) throw new Error('Its commits are not seen.');
		return self;
	}

	get isDead(): boolean {
		return this.#isDead;
	}

	/** Makes it die at one of the next commits: 1 is the next one. */
	dieAt(commits: number, moment: Moment): void {
		this.#sentence = { commits, moment };
	}

	/** Ends what is left of it, and starts it on the same data. */
	async startAgain(): Promise<void> {
		const deaths = this.deaths - (this.#isDead ? 1 : 0);
		do {
			await this.#end();
			this.#isDead = false;
			try {
				this.#server = await buildServer({ ...DEFAULT_CONFIG, ...this.#config, port: 0, data: this.#data });
				// It logs the writes that death has made fail.
				this.#server.app.log.level = 'silent';
				if (this.deaths > deaths) await this.onRevival();
				await this.#server.listen();
			} catch (error) {
				if (!this.#isDead) throw error;
			}
			// It may die while it starts.
		} while (this.#isDead);
	}

	/**
	 * Calls its control API.
	 * @returns undefined if it died before it answered
	 * @throws unless it answers with a success
	 */
	async call<Body>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		body?: object,
	): Promise<Body | undefined> {
		const answer = await this.#server?.app.inject({ method, url: `/sandbox/v1${path}`, payload: body });
		if (this.#isDead) return undefined;
		if (answer === undefined || answer.statusCode >= 300) {
			throw new Error(`${method} ${path}: ${answer?.statusCode} ${answer?.body}`);
		}
		return answer.json<Body>();
	}

	async remove(): Promise<void> {
		await this.#end();
		for (const spy of this.#spies) spy.mockRestore();
		await rm(this.#data, { recursive: true, force: true });
	}

	async #end(): Promise<void> {
		// What it still does is in vain if it is dead.
		await this.#server?.close().catch(() => undefined);
		if (this.#connection?.isOpen) this.#connection.close();
		this.#server = undefined;
	}

	/** Sees every commit, whether of a transaction or of a single statement. */
	#watchCommits(): void {
		const { exec, prepare } = DatabaseSync.prototype;
		const { run } = StatementSync.prototype;
		const open = (connection: DatabaseSync) => {
			// What a dead one still does comes to a connection that was closed.
			if (connection.isOpen) this.#connection = connection;
		};
		const isAlone = () => this.#connection?.isTransaction === false;
		const act = <Result>(isCommit: boolean, work: () => Result) => this.#act(isCommit, work);
		this.#spies = [
			jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
				open(this);
				act(COMMIT.test(sql), () => exec.call(this, sql));
			}),
			jest.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...sql) {
				open(this);
				return prepare.apply(this, sql);
			}),
			jest.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
				this: StatementSync,
				...values: unknown[]
			) {
				return act(isAlone() || COMMIT.test(this.sourceSQL), () => run.apply(this, values as never));
			}),
		];
	}

	#act<Result>(isCommit: boolean, work: () => Result): Result {
		if (this.#isDead) throw new Error('It is dead.');
		if (!isCommit) return work();
		this.#commits += 1;
		const sentence = this.#sentence;
		if (sentence) sentence.commits -= 1;
		if (sentence?.commits !== 0) return work();
		if (sentence.moment === 'after') work();
		this.#isDead = true;
		this.deaths += 1;
		this.#sentence = undefined;
		throw new Error('It has died.');
	}
}
