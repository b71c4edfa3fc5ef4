import { readAsset } from '../../package-files.ts';

/** Reads the made-up data of one kind, `assets/demo/KIND.json`. The caller asserts its type. */
export function readDemo(kind: string): unknown {
	return JSON.parse(readAsset(`demo/${kind}.json`));
}
