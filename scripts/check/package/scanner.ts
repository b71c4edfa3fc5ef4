import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';

/** n8n's own rules, and which files of a repository they are applied to. */
export interface Scanner {
	config: Linter.Config[];
	sourcePatterns: string[];
}

/** The files that n8n's scanner lints in a published package. */
export const publishedPatterns = ['**/*.js', 'package.json'];

/** Takes the rules out of n8n's scanner; whatever it leaves behind when it is loaded is removed. */
export const loadScanner = async (): Promise<Scanner> => {
	const litter = await mkdtemp(join(tmpdir(), 'scanner-'));
	const { TMPDIR } = process.env;
	process.env.TMPDIR = litter;
	try {
		const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
		return { config: await scanner.buildScanConfig(), sourcePatterns: scanner.SOURCE_FILE_PATTERNS };
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
		await rm(litter, { recursive: true, force: true });
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
