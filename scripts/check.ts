/**
 * `npm run check [-- NAME ...]`: the checks that take minutes or the web, which run every week, and those that a release
 * needs. The quick ones are in `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { npmEnvironment } from '../playground/npm.ts';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';

interface Check {
	/** What it checks, for `--help`. */
	checks: string;
	/** The script that checks it. */
	script: string;
	/** Set where it runs only if it is named. */
	byName?: true;
}

const checks: Record<string, Check> = {
	'n8n-node': {
		checks: "that n8n's own tool, n8n-node, lints and builds the nodes, with the files that we publish",
		script: 'check/n8n-node.ts',
	},
	release: {
		checks: 'the steps of a release, without publishing; among them tarball',
		script: 'check/release.ts',
	},
	scan: {
		checks: "the sources and the package as it was last built, by the rules of n8n's scanner",
		script: 'check/scan.ts',
	},
	links: { checks: 'the links of the documents to the web', script: 'check/links.ts' },
	tarball: {
		checks: 'the contents of the package that npm would publish, as it was last built',
		script: 'check/tarball.ts',
		byName: true,
	},
	placeholders: {
		checks: 'that the owner has filled in everything; needed before a release',
		script: 'check/placeholders.ts',
		byName: true,
	},
};

const lines = Object.entries(checks).map(
	([name, { checks, byName }]) => `  ${name.padEnd(14)}${checks}${byName ? ' (only by its name)' : ''}`,
);
const usage = `Usage: npm run check [-- NAME ...]\n\n${lines.join('\n')}`;

const { names, refuse } = readCommandLine(usage, {});
const unknown = names.find((name) => !Object.hasOwn(checks, name));
if (unknown !== undefined) refuse(`There is no check "${unknown}".`);

const env = npmEnvironment(pathsOf(projectRoot));
const passes = ({ script }: Check) =>
	spawnSync(process.execPath, [`scripts/${script}`], {
		cwd: projectRoot,
		env,
		stdio: ['ignore', 'inherit', 'inherit'],
	}).status === 0;
const chosen = Object.entries(checks).filter(([name, { byName }]) =>
	names.length > 0 ? names.includes(name) : !byName,
);
const failed = chosen.filter(([, check]) => !passes(check)).map(([name]) => name);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
