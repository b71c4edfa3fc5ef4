import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A step of a job: an action, or commands for a shell. */
export interface Step {
	id?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
}

/** A job of a workflow. */
export interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	steps: Step[];
}

/** A file of `.github/workflows`. */
export interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

/** Reads a workflow; nothing of it is checked. */
export const readWorkflow = (file: string): Workflow => parse(readFileSync(file, 'utf8')) as Workflow;

/** The commands that publish, and what they have to be allowed to write. */
const PUBLISHING = [
	{ command: 'npm publish', writes: 'id-token' },
	{ command: 'gh release create', writes: 'contents' },
];

/** Returns a sentence for each fault of a workflow; none when all is as it should be. */
export const weaknesses = ({ permissions, jobs }: Workflow): string[] => {
	const found: string[] = [];
	if (!permissions || Object.keys(permissions).length > 0)
		found.push('The workflow grants permissions to all jobs.');
	for (const [name, { permissions: granted = {}, steps }] of Object.entries(jobs)) {
		const needed = PUBLISHING.filter(({ command }) => steps.some(({ run }) => run?.includes(command)));
		const publishes = needed.length > 0;
		for (const [permission, value] of Object.entries(granted)) {
			if (value === 'write' && !needed.some(({ writes }) => writes === permission))
				found.push(`${name} may write ${permission}.`);
		}
		for (const { uses = '', run = '' } of steps) {
			if (uses && !/@[0-9a-f]{40}$/.test(uses))
				found.push(`${name} uses ${uses}, which is not pinned to a commit.`);
			if (/npm (install|i) |npx |curl |wget /.test(run))
				found.push(`${name} downloads what is not pinned: ${run}`);
			if (/\$\{\{/.test(run)) found.push(`${name} puts a value into a command: ${run}`);
			if (publishes && uses.startsWith('actions/checkout@')) found.push(`${name} checks the repository out.`);
			if (publishes && /npm (ci|run|exec)|node /.test(run))
				found.push(`${name} runs more than it must: ${run}`);
			if (/npm publish/.test(run) && !run.includes('--ignore-scripts'))
				found.push(`${name} lets the package run its scripts: ${run}`);
		}
	}
	return found;
};
