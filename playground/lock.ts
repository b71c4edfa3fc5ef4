import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';

const pollMs = 500;

const isAlive = (pid: number): boolean => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

const take = (file: string): boolean => {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
};

const holderIsGone = (file: string): boolean => {
	try {
		return !isAlive(Number(readFileSync(file, 'utf8')));
	} catch {
		return false;
	}
};

/**
 * Does the work while no other process does work under the same lock file: `npm start` and `npm test` may install or
 * build at the same time. A lock whose holder was killed is taken over.
 *
 * @throws Failure when aborted before its turn comes
 */
export const exclusively = async <T>(
	file: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> => {
	mkdirSync(dirname(file), { recursive: true });
	while (!take(file)) {
		if (signal?.aborted) throw new Failure('Stopped.');
		if (holderIsGone(file)) rmSync(file, { force: true });
		else await delay(pollMs);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
};
