import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Document, Found } from './markdown.ts';

/** Documents by their path in the repository. */
export type Documents = Map<string, Document>;

const elsewhere = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Links and pictures that lead nowhere within the repository. Addresses on the web are left alone here: a check that needs the
 * network fails for reasons that nobody here can fix.
 */
export const brokenLinks = (folder: string, files: ReadonlySet<string>, documents: Documents): string[] => {
	const fault = (path: string, { text }: Found): string | undefined => {
		if (elsewhere.test(text)) return undefined;
		const [address = '', anchor] = decodeURI(text).split('#');
		const target = address === '' ? path : relative(folder, join(folder, dirname(path), address));
		const named = target.replace(/\/$/, '') || '.';
		const isFolder = !files.has(named) && existsSync(join(folder, named));
		if (!files.has(named) && !(isFolder && [...files].some((file) => file.startsWith(`${named}/`)))) {
			return `leads to ${named}, which is not there`;
		}
		if (anchor === undefined) return undefined;
		return documents.get(named)?.anchors.has(anchor) ? undefined : `${named} has no heading #${anchor}`;
	};
	return [...documents].flatMap(([path, { links }]) =>
		links.flatMap((link) => {
			const found = fault(path, link);
			return found ? [`${path}:${link.line} ${link.text}: ${found}`] : [];
		}),
	);
};
