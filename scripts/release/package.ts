/** A package of this repository that can be released. */
export interface Releasable {
	/** Its folder, relative to the root of the repository. */
	folder: string;
	/** The text that its tags begin with, before the version. */
	prefix: string;
	/** The arguments of npm that build and check it before it is packed. */
	builtBy: ReadonlyArray<readonly string[]>;
}

const build = ['run', 'build'];
const nodes: Releasable = {
	folder: '.',
	prefix: 'v',
	builtBy: [build, ['run', 'check', '--', 'tarball']],
};
const sandbox: Releasable = { folder: 'sandbox', prefix: 'sandbox-v', builtBy: [build] };

/** The package that a tag releases: `v1.2.3` the nodes, `sandbox-v1.2.3` the sandbox. */
export const packageOf = (tag: string): Releasable => (tag.startsWith(sandbox.prefix) ? sandbox : nodes);
