/** SQLite's code for a full disk: SQLITE_FULL. */
const SQLITE_FULL = 13;

/** The words for an error that {@link isDiskFull} recognizes. */
export const DISK_FULL =
	'The disk that holds the data of the sandbox is full, so nothing was changed. Free some space, or name a folder on ' +
	'another disk with --data';

/** Tells if an error of SQLite or of the file system says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { code, errcode } = error as { code?: unknown; errcode?: unknown };
	return code === 'ENOSPC' || (Number(errcode) & 0xff) === SQLITE_FULL;
}
