import type { Documents } from './links.ts';

/** Made by the build, by npm or by `npm start`: not in the repository. */
const made = /^(dist|node_modules|\.playground)\//;
const withFolder = /^[\w.@*-][\w.@<>*-]*(\/[\w.@<>*-]+)*\/?$/;
const fileName = /\.(ts|mjs|cjs|js|json|md|yml|svg|png)$/;

const looksLikeOurs = (text: string): boolean =>
	withFolder.test(text) && !made.test(text) && (fileName.test(text) || text.endsWith('/'));

/** `operations/<resource>/*.ts` stands for any name in its place; what is left out in front may be anything. */
const patternOf = (text: string): RegExp => {
	const escaped = text
		.replace(/\/$/, '')
		.replace(/[.+^$()|[\]\\{}]/g, '\\$&')
		.replace(/<[^>]*>|\*+/g, '[^/]+');
	return new RegExp(`(^|/)${escaped}${text.endsWith('/') ? '/' : '$'}`);
};

/** Names of files and folders between backticks, given in full or by their last parts, that nothing bears. */
export const missingFiles = (files: ReadonlySet<string>, documents: Documents): string[] =>
	[...documents].flatMap(([path, { code }]) =>
		code
			.filter(({ text }) => looksLikeOurs(text))
			.filter(({ text }) => ![...files].some((file) => patternOf(text).test(file)))
			.map(
				({ text, line }) => `${path}:${line} \`${text}\`: no file or folder of the repository is called so`,
			),
	);
