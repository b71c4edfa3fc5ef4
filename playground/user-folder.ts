/** An n8n that has been started before: its database is migrated and has an owner. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './lock.ts';
import { N8nEditorApi } from './editor-api.ts';
import type { Owner } from './editor-api.ts';
import { startN8n } from './n8n.ts';
import type { Paths } from './paths.ts';
import { reservePort } from './ports.ts';
import { installNodes } from './tarball.ts';

/** The owner of the prepared n8n. */
export const preparedOwner: Owner = { email: 'owner@playground.example', password: 'Correct-horse-7' };

/** The key by which the prepared n8n encrypts credentials; there are none in it yet. */
export const preparedEncryptionKey = 'of-the-prepared-n8n-only';

/** The files that n8n needs to go on where it was: its key and its database. */
const kept = ['config', 'database.sqlite'];
/** The changes that SQLite has not yet moved into the database: none, if n8n had the time to close it. */
const writeAheadLog = 'database.sqlite-wal';

const installedVersion = async ({ playground }: Paths): Promise<string> => {
	const text = await readFile(join(playground, 'node_modules', 'n8n', 'package.json'), 'utf8');
	return (JSON.parse(text) as { version: string }).version;
};

const migrate = async (paths: Paths, folder: string): Promise<void> => {
	const fresh = `${folder}.new`;
	await rm(fresh, { recursive: true, force: true });
	const n8n = await startN8n(paths, {
		userFolder: fresh,
		port: await reservePort(),
		logFile: join(paths.defaultData, 'logs', 'prepare-n8n.log'),
		// Its editor is not opened.
		env: {
			N8N_ENCRYPTION_KEY: preparedEncryptionKey,
			N8N_DISABLE_UI: 'true',
			NODES_INCLUDE: '["n8n-nodes-base.noOp"]',
		},
	});
	await new N8nEditorApi(n8n.url).signIn(preparedOwner);
	await n8n.stop();
	const hasLog = existsSync(join(fresh, '.n8n', writeAheadLog));
	await mkdir(join(folder, '.n8n'), { recursive: true });
	for (const name of hasLog ? [...kept, writeAheadLog] : kept) {
		await rename(join(fresh, '.n8n', name), join(folder, '.n8n', name));
	}
	await rm(fresh, { recursive: true, force: true });
	await writeFile(join(folder, 'migrated'), '');
};

/**
 * Makes a user folder of the installed n8n in which it finds a migrated database with {@link preparedOwner},
 * and the nodes of a tarball: a copy of one that is prepared once for each version of n8n.
 *
 * @param target a folder that is not there yet
 * @throws Failure with the place of the log when n8n cannot be started
 */
export const copyUserFolder = async (paths: Paths, tarball: string, target: string): Promise<void> => {
	const folder = join(paths.defaultData, 'prepared', await installedVersion(paths));
	await exclusively(join(paths.defaultData, 'prepare-lock.sqlite'), async () => {
		if (!existsSync(join(folder, 'migrated'))) await migrate(paths, folder);
		await installNodes(paths, folder, tarball, join(paths.defaultData, 'logs', 'install-nodes.log'));
		await cp(join(folder, '.n8n'), join(target, '.n8n'), { recursive: true, verbatimSymlinks: true });
	});
};
