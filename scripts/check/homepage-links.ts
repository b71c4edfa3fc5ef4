import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents } from './links.ts';

/**
 * Links from the nodes and credentials, which the editor shows as Docs, to a heading that the README does not have, or to a page that the
 * repository does not have. The package's homepage shows the README. A heading of a page is never found: n8n appends its parameters to it.
 */
export const brokenHomepageLinks = (
	folder: string,
	files: ReadonlySet<string>,
	documents: Documents,
): string[] => {
	const packageFile = join(folder, 'package.json');
	const { homepage = '' } = existsSync(packageFile)
		? (JSON.parse(readFileSync(packageFile, 'utf8')) as { homepage?: string })
		: {};
	const [address = ''] = homepage.split('#');
	if (address === '') return [];
	const anchors = documents.get('README.md')?.anchors;
	return [...files]
		.filter((file) => /^(nodes|credentials)\/.*\.(ts|json)$/.test(file))
		.flatMap((file) =>
			readFileSync(join(folder, file), 'utf8')
				.split('\n')
				.flatMap((text, index) => {
					const [, page] = text.split(`${address.replace(/\/$/, '')}/blob/main/`);
					const path = /^[\w./-]+#?/.exec(page ?? '')?.[0];
					if (path !== undefined && !files.has(path))
						return [`${file}:${index + 1} there is no page ${path}`];
					const [, anchor] = text.split(`${address}#`);
					const name = /^[\w-]+/.exec(anchor ?? '')?.[0];
					if (name === undefined || anchors?.has(name)) return [];
					return [`${file}:${index + 1} README.md has no heading #${name}`];
				}),
		);
};
