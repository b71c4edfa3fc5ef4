import { readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** Something in a document, and where. */
export interface Found {
	text: string;
	line: number;
}

/** What the checks look at in a document. */
export interface Document {
	/** What a link may name after `#`, as GitHub derives it from the headings. */
	anchors: Set<string>;
	/** Addresses of links and pictures. */
	links: Found[];
	/** Between backticks in running text. */
	code: Found[];
	/** From blocks marked as `sh` or `bash`: one command each, without comments. */
	commands: Found[];
}

const shells = ['sh', 'bash', 'shell', 'console'];

const commandsIn = (block: string, firstLine: number): Found[] => {
	const commands: Found[] = [];
	let begun = '';
	for (const [index, line] of block.split('\n').entries()) {
		const text = (begun + line.replace(/(^|\s)#.*$/, '')).trim();
		begun = text.endsWith('\\') ? `${text.slice(0, -1).trim()} ` : '';
		if (begun) continue;
		for (const command of text.split(/\s*&&\s*/).filter(Boolean)) {
			commands.push({ text: command, line: firstLine + index });
		}
	}
	return commands;
};

/** Reads a Markdown file. */
export const readDocument = (file: string): Document => {
	const document: Document = { anchors: new Set(), links: [], code: [], commands: [] };
	const slugger = new GithubSlugger();
	visit(fromMarkdown(readFileSync(file, 'utf8')) as Nodes, (node) => {
		const line = node.position?.start.line ?? 0;
		if (node.type === 'heading') document.anchors.add(slugger.slug(toString(node)));
		if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
			document.links.push({ text: node.url, line });
		}
		if (node.type === 'inlineCode') document.code.push({ text: node.value, line });
		if (node.type === 'code' && shells.includes(node.lang ?? '')) {
			document.commands.push(...commandsIn(node.value, line + 1));
		}
	});
	return document;
};
