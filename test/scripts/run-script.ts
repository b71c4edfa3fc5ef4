import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const projectRoot = join(__dirname, '..', '..');
const node24 = join(projectRoot, 'node_modules', 'node', 'bin', 'node');
const folders: string[] = [];

/** A temporary folder with these files, each given by its path and content. */
export function folderWith(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), 'checked-'));
	folders.push(folder);
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}

/** Removes what `folderWith` has made. */
export function removeFolders(): void {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs a script of `scripts/` as its user does. */
export function runScript(script: string, ...args: string[]): { code: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync(node24, [join(projectRoot, 'scripts', script), ...args], {
		cwd: projectRoot,
		encoding: 'utf8',
	});
	return { code: status, output: stdout + stderr };
}
