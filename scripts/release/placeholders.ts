import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts that stand for something that only the owner knows. */
const placeholders: Array<{ pattern: RegExp; standsFor: string }> = [
	{ pattern: /github\.com\/n8n-nodes-voice-agent\//, standsFor: 'the address of the repository' },
	{ pattern: /@n8n-nodes-voice-agent\.example/, standsFor: "the maintainers' e-mail address" },
	{ pattern: /The n8n-nodes-voice-agent maintainers/, standsFor: "the author's name" },
];

/** This file, and examples of commands and answers, name them without standing for them. */
const notLookedAt = /^scripts\/release\/|^test\/|^sandbox\/test\//;

/** A place where the repository still holds a placeholder. */
export interface Placeholder {
	file: string;
	line: number;
	standsFor: string;
}

/** Finds every placeholder in the files under version control. */
export const findPlaceholders = (folder: string): Placeholder[] => {
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' }).split('\0');
	return files
		.filter((file) => file !== '' && !notLookedAt.test(file) && !/\.(png|pdf|wav|ico)$/.test(file))
		.flatMap((file) =>
			readFileSync(join(folder, file), 'utf8')
				.split('\n')
				.flatMap((text, index) =>
					placeholders
						.filter(({ pattern }) => pattern.test(text))
						.map(({ standsFor }) => ({ file, line: index + 1, standsFor })),
				),
		);
};
