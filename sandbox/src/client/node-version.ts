const OLDEST_NODE = 24;

/** Says that this Node is too old for the sandbox; returns undefined if it is not. */
export function describeOldNode(): string | undefined {
	const { node } = process.versions;
	if (Number.parseInt(node, 10) >= OLDEST_NODE) return undefined;
	return `The sandbox needs Node.js ${OLDEST_NODE} or newer. This is Node.js ${node}.`;
}
