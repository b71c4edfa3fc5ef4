import { readAsset } from '../assets.ts';

/** The made-up data of one kind: `assets/demo/KIND.json`. Its reader says of what type it is. */
export function readDemo(kind: string): unknown {
	return JSON.parse(readAsset(`demo/${kind}.json`));
}
