import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { npmEnvironment } from '../../../playground/npm.ts';
import type { Paths } from '../../../playground/paths.ts';

/** n8n's scanner of community packages. It is installed where it runs, once, since few ever run it. */
const SCANNER = '@n8n/scan-community-package@0.32.0';

/** n8n's own rules, and which files of a repository they are applied to. */
export interface Scanner {
	config: Linter.Config[];
	sourcePatterns: string[];
}

/** The part of n8n's scanner that we use; it has no types of its own. */
interface ScannerModule {
	SOURCE_FILE_PATTERNS: string[];
	/** The rules, all inclusive. */
	buildScanConfig(): Promise<Linter.Config[]>;
}

/** The files that n8n's scanner lints in a published package. */
export const publishedPatterns = ['**/*.js', 'package.json'];

/** Installs the scanner, if it is not there. @returns the path of the module with its rules */
const installScanner = async (paths: Paths): Promise<string> => {
	const folder = join(paths.defaultData, 'scanner', SCANNER.replaceAll('/', '+'));
	const module = join(folder, 'node_modules', '@n8n/scan-community-package/scanner/scanner.mjs');
	if (existsSync(module)) return module;
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
	execFileSync(
		'npm',
		['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', SCANNER],
		{
			cwd: folder,
			env: npmEnvironment(paths),
			stdio: ['ignore', 'ignore', 'inherit'],
		},
	);
	return module;
};

/** Takes the rules out of n8n's scanner; whatever it leaves behind when it is loaded is removed. */
export const loadScanner = async (paths: Paths): Promise<Scanner> => {
	const module = await installScanner(paths);
	const scratchFolder = await mkdtemp(join(tmpdir(), 'scanner-'));
	const { TMPDIR } = process.env;
	process.env.TMPDIR = scratchFolder;
	try {
		const scanner = (await import(pathToFileURL(module).href)) as ScannerModule;
		return { config: await scanner.buildScanConfig(), sourcePatterns: scanner.SOURCE_FILE_PATTERNS };
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
		await rm(scratchFolder, { recursive: true, force: true });
	}
};

/** The result of linting a folder. */
export interface Scan {
	files: number;
	/** Warnings too, which n8n's scanner lets pass. Empty when there are none. */
	findings: string;
}

/**
 * Lints a folder in n8n's way: none of its own settings or `eslint-disable` comments count.
 *
 * @throws Error when nothing matches the patterns
 */
export const scanFolder = async (cwd: string, patterns: string[], { config }: Scanner): Promise<Scan> => {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(patterns);
	const formatter = await eslint.loadFormatter('stylish');
	return { files: results.length, findings: await formatter.format(results) };
};
