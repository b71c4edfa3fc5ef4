/** A part of `npm test`, also a script of its own in package.json. */
export interface Part {
	name: string;
	/** The script that runs it. */
	script: string;
	/** A jest run, whose tests are counted one by one; anything else counts as one. */
	jest: boolean;
	/** Has no chance unless this part, by name, has passed. */
	needs?: string;
}

/** In the order in which they run: the cheap ones first. */
export const parts: Part[] = [
	{ name: 'lint', script: 'lint', jest: false },
	{ name: 'format', script: 'format:check', jest: false },
	{ name: 'documents', script: 'check:docs', jest: false },
	{ name: 'licences', script: 'check:licenses', jest: false },
	{ name: 'types', script: 'typecheck', jest: false },
	{ name: 'build', script: 'build', jest: false },
	{ name: 'tarball', script: 'check:tarball', jest: false, needs: 'build' },
	{ name: 'scan', script: 'check:scan', jest: false, needs: 'build' },
	{ name: 'unit', script: 'test:unit', jest: true },
	{ name: 'engine', script: 'test:engine', jest: true },
	{ name: 'sandbox', script: 'test:sandbox', jest: true },
	{ name: 'end to end', script: 'test:e2e', jest: true, needs: 'build' },
];
