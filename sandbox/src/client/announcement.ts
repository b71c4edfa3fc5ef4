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
 * Waits for the announcement on a sandbox's standard output. Other lines are passed over: what NODE_OPTIONS loads into
 * each process may print, too.
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
	return await Promise.race([
		new Promise<Announcement>((resolve) => {
			lines.on('line', (line) => {
				const announced = parseAnnouncement(line);
				if (announced !== undefined) resolve(announced);
			});
		}),
		ended.then((how) => Promise.reject(new Error(`The sandbox ended with ${how} instead of starting.`))),
		new Promise<never>((_resolve, reject) => {
			alarm = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_TIMEOUT_MS);
		}),
	]).finally(() => clearTimeout(alarm));
}

function parseAnnouncement(line: string): Announcement | undefined {
	try {
		const value: unknown = JSON.parse(line);
		const isAnnouncement = typeof value === 'object' && value !== null && 'pid' in value && 'url' in value;
		return isAnnouncement ? (value as Announcement) : undefined;
	} catch {
		return undefined;
	}
}
