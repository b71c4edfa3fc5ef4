import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** A package as npm would publish it, in a temporary folder. */
export interface PackedPackage {
	tarball: string;
	/** The folder of the unpacked tarball. */
	unpacked: string;
	/** Paths inside the package. */
	files: string[];
	/** In bytes, compressed. */
	size: number;
}

interface NpmAnswer {
	filename: string;
	files: Array<{ path: string }>;
	size: number;
}

/** Packs what is built, hands it to the check, and removes it. */
export const withPackedPackage = async <T>(
	folder: string,
	check: (packed: PackedPackage) => Promise<T>,
): Promise<T> => {
	const workFolder = await mkdtemp(join(tmpdir(), 'packed-'));
	try {
		const { stdout } = await execFileAsync(
			'npm',
			['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', workFolder],
			{ cwd: folder },
		);
		// npm 12 answers with an object by package name, earlier ones with a list.
		const [answer] = Object.values(JSON.parse(stdout) as NpmAnswer[] | Record<string, NpmAnswer>);
		if (!answer) throw new Error(`npm pack has packed nothing in ${folder}`);
		const tarball = join(workFolder, answer.filename);
		const unpacked = join(workFolder, 'package');
		await mkdir(unpacked);
		await execFileAsync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		return await check({
			tarball,
			unpacked,
			files: answer.files.map(({ path }) => path),
			size: answer.size,
		});
	} finally {
		await rm(workFolder, { recursive: true, force: true });
	}
};
