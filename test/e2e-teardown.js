import { globSync, readFileSync, rmSync } from 'node:fs';
import { stopGroup } from '../playground/processes.ts';

/** Ends what the end-to-end tests have shared. */
export default async function () {
	await globalThis.browserServer?.close();
	const folder = process.env.SHARED_FOLDER;
	const pids = globSync(`${folder}/*/pid`).map((file) => Number(readFileSync(file, 'utf8')));
	await Promise.all(pids.map((pid) => stopGroup(pid, 0)));
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
