/** The part of n8n's scanner that we use; it has no types of its own. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** The files that the scanner lints in the repository that a package was built from. */
	export const SOURCE_FILE_PATTERNS: string[];
	/** The rules, all inclusive. */
	export function buildScanConfig(): Promise<Linter.Config[]>;
}
