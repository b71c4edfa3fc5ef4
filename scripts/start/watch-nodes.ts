import { copyFileSync, mkdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { Failure } from '../../playground/failure.ts';
import { npmEnvironment } from '../../playground/npm.ts';
import type { Paths } from '../../playground/paths.ts';
import { startService, tailOf } from '../../playground/processes.ts';
import type { Service } from '../../playground/processes.ts';
import { detachInstalledNodes } from '../../playground/tarball.ts';

/** n8n watches the files of its packages, loads them again when they change, and tells its open tabs. */
export const reloadingNodes = { N8N_DEV_RELOAD: 'true' };

const folders = ['nodes', 'credentials'];
const compileTimeoutMs = 120_000;
const compiled = /Watching for file changes/;

/** Copies an icon whenever it is saved: the compiler copies none. */
const copyIcons = ({ projectRoot }: Paths, target: string) => {
	for (const folder of folders) {
		watch(join(projectRoot, folder), { recursive: true }, (_, name) => {
			if (!name || !/\.(svg|png)$/.test(name)) return;
			const to = join(target, folder, name);
			mkdirSync(dirname(to), { recursive: true });
			try {
				copyFileSync(join(projectRoot, folder, name), to);
			} catch {
				// It was removed or is being replaced: another event follows.
			}
		}).unref();
	}
};

/**
 * Compiles the sources into the nodes that are installed in n8n, and again whenever one of them is saved.
 * The compiler's findings are shown in the terminal.
 *
 * @returns the compiler, when it has compiled everything once
 * @throws Failure when it does not come to that
 */
export const watchNodes = async (paths: Paths, userFolder: string, logFile: string): Promise<Service> => {
	const target = await detachInstalledNodes(userFolder);
	const args = ['--watch', '--preserveWatchOutput', '--outDir', target];
	const env = npmEnvironment(paths);
	const service = startService({ command: 'tsc', args, cwd: paths.projectRoot, env, logFile }, true);
	const lines = createInterface({ input: service.output ?? process.stdin });
	const first = new AbortController();
	lines.on('line', (line) => {
		if (line !== '') console.log(line);
		if (compiled.test(line)) first.abort();
	});
	const wait = once(first.signal, 'abort', { signal: AbortSignal.timeout(compileTimeoutMs) });
	const how = await Promise.race([wait.then(() => undefined), service.ended]).catch(() => 'a time-out');
	if (how !== undefined) {
		await service.stop();
		throw new Failure(`The nodes were not compiled (${how}). The end of the log:\n\n${tailOf(logFile, 15)}`);
	}
	copyIcons(paths, target);
	return service;
};
