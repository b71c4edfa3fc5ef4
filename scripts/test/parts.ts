/** A part of `npm test`. */
export interface Part {
	name: string;
	/** The program to run, and its arguments. */
	command: string[];
	/** Parts, by name, without whose success it has no chance. */
	needs?: string[];
	/** How many lanes it takes; one when absent. */
	lanes?: number;
	/** The jest projects that it runs, each with a row of its own; their tests are counted one by one. */
	projects?: string[];
}

const script = (name: string, ...more: string[]) => ['npm', 'run', '--silent', name, ...more];

const jest = (name: string, projects: string[], more: Partial<Part>, workers: number): Part => ({
	name,
	command: script('jest', '--', `--maxWorkers=${workers}`, '--selectProjects', ...projects),
	projects,
	...more,
});

/**
 * In the order in which they are begun, as lanes become free.
 *
 * @param lanes how many may run at once
 * @param n8nIsThere whether n8n need not be installed, which takes minutes
 * @param setUpMachine a program that must have succeeded before anything outside the repository is used
 */
export const partsOf = (lanes: number, n8nIsThere: boolean, setUpMachine?: string): Part[] => {
	// These two mostly wait for the network and the disk.
	const machine: Part[] = setUpMachine ? [{ name: 'machine', command: [setUpMachine], lanes: 0 }] : [];
	const ready = machine.map(({ name }) => name);
	const n8n: Part[] = n8nIsThere
		? []
		: [{ name: 'n8n', command: ['node', 'scripts/install-n8n.ts'], needs: ready, lanes: 0 }];
	const installed = n8n.map(({ name }) => name);
	return [
		...machine,
		...n8n,
		// Builds, and checks the tarball and what n8n's scanner says of it, as a release does.
		{ name: 'release', command: script('check:release') },
		{ name: 'types', command: script('typecheck') },
		{ name: 'lint', command: script('lint') },
		{ name: 'n8n-node', command: script('check:n8n-node'), needs: ['release', ...installed] },
		{ name: 'format', command: script('format:check') },
		{ name: 'documents', command: script('check:docs') },
		{ name: 'licences', command: script('check:licenses') },
		// In the time that n8n's installation leaves: its database driver compiles on one processor.
		jest('quick-tests', ['unit', 'scripts', 'engine'], { lanes: 1, needs: ['release', ...ready] }, lanes - 1),
		// Beside the last of the checks.
		jest(
			'long-tests',
			['sandbox', 'e2e'],
			{ lanes: lanes - 1, needs: ['release', ...ready, ...installed] },
			lanes,
		),
	];
};
