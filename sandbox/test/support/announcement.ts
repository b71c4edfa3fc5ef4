import { createInterface } from 'node:readline';

/** A further account of a sandbox. */
export interface Account extends Pick<Announcement, 'url' | 'apiKeyId' | 'email' | 'password' | 'anonKey'> {
	apiKey: string;
}

/** What `serve --json` prints once the sandbox answers. */
export interface Announcement {
	/** Scheme, host and port; no slash at the end. */
	url: string;
	/** The first API key; null when its data folder was not new. */
	apiKey: string | null;
	apiKeyId: string;
	/** The account's user, and the key of its browser apps, for the token endpoint. */
	email: string;
	password: string;
	anonKey: string;
	/** Admits to the control API from elsewhere; null when only this machine may. */
	controlToken: string | null;
	pid: number;
	/** The service's further accounts; `url` is where the control API of each is. */
	accounts: Account[];
}

/**
 * Makes a call of the control API.
 *
 * @param path under `/sandbox/v1`, e.g. `/clock`
 * @returns the JSON answer
 * @throws when the answer is not a success
 */
export type Control = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;

const START_TIMEOUT_MS = 60_000;

/**
 * Waits for the announcement on the standard output of a sandbox.
 *
 * @param ended settles when the sandbox has ended, with how
 * @throws when it ends, or does not start within a minute
 */
export async function readAnnouncement(
	output: NodeJS.ReadableStream,
	ended: Promise<string>,
): Promise<Announcement> {
	const lines = createInterface({ input: output });
	let alarm: NodeJS.Timeout | undefined;
	const line = await Promise.race([
		new Promise<string>((resolve) => lines.once('line', resolve)),
		ended.then((how) => Promise.reject(new Error(`The sandbox ended with ${how} instead of starting.`))),
		new Promise<never>((_resolve, reject) => {
			alarm = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_TIMEOUT_MS);
		}),
	]).finally(() => clearTimeout(alarm));
	return JSON.parse(line) as Announcement;
}

/**
 * @param url where the sandbox answers, without a slash at the end
 * @param token the control token, where the sandbox wants one from this machine, too
 */
export const controlOf =
	(url: string, token?: string | null): Control =>
	async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
		const response = await fetch(`${url}/sandbox/v1${path}`, {
			method,
			headers: {
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(token && { authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
		}
		return JSON.parse(text) as Answer;
	};
