/** A package of this repository that can be released. */
export interface Releasable {
	/** Its folder, relative to the root of the repository. */
	folder: string;
	/** The text that its tags begin with, before the version. */
	prefix: string;
	/** The scripts that build and check it before it is packed. */
	scripts: readonly string[];
}

const nodes: Releasable = { folder: '.', prefix: 'v', scripts: ['build', 'check:tarball', 'check:scan'] };
const sandbox: Releasable = { folder: 'sandbox', prefix: 'sandbox-v', scripts: ['build'] };

/** The package that a tag releases: `v1.2.3` the nodes, `sandbox-v1.2.3` the sandbox. */
export const packageOf = (tag: string): Releasable => (tag.startsWith(sandbox.prefix) ? sandbox : nodes);
