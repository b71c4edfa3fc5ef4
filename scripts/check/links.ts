/** `npm run check -- links`: asks for every page of the web to which the documents link. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap.mjs';

const TIMEOUT_MS = 30_000;

const documents = globSync(['*.md', '{docs,examples,bench}/**/*.md', 'sandbox/{*.md,docs/*.md}'], {
	cwd: projectRoot,
});
const links = new Map(
	documents.flatMap((file) =>
		[...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\]\((https?:\/\/[^)\s]+)\)/g)].map(
			([, link = '']) => [link, file] as const,
		),
	),
);
const answers = await Promise.all(
	[...links].map(async ([link, file]) => {
		const answer = await fetch(link, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
			({ status }) => (status === 404 || status === 410 ? `${status}` : undefined),
			({ cause, message }: Error) => (cause instanceof Error ? cause.message : message),
		);
		return answer && `${file}: ${link}: ${answer}`;
	}),
);
const dead = answers.filter((answer) => answer !== undefined);
for (const line of dead) console.error(line);
console.log(`${links.size - dead.length} of ${links.size} links lead to a page.`);
process.exitCode = dead.length === 0 ? 0 : 1;
