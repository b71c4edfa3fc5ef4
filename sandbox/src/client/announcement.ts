import { createInterface } from 'node:readline';

/** An account as `serve --json` prints it. */
export interface AnnouncedAccount {
	/** Scheme, host and port, without a slash at the end. The account's control API is there, too. */
	readonly url: string;
	/** The first API key; null if the data folder was not new. */
	readonly apiKey: string | null;
	readonly apiKeyId: string;
	/** The account's user and the key of its browser apps, for the token endpoint. */
	readonly email: string;
	readonly password: string;
	readonly anonKey: string;
	/** The token for the control API from other machines; null when only this machine may use it. */
	readonly controlToken: string | null;
}

/** The line that `serve --json` prints once the sandbox answers, with its first account and the others. */
export interface Announcement extends AnnouncedAccount {
	readonly pid: number;
	readonly accounts: readonly AnnouncedAccount[];
}

const START_TIMEOUT_MS = 60_000;

/**
 * Waits for the announcement on a sandbox's standard output.
 *
 * @param ended settles with the reason once the sandbox has ended
 * @throws if it ends, or does not start within a minute
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
