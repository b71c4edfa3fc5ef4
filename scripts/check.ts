/**
 * `npm run check [-- NAME ...]`: runs these checks, or all that need neither the web nor a release. The tests in
 * test/checks run the same ones.
 */
import { spawnSync } from 'node:child_process';
import { npmEnvironment } from '../playground/npm.ts';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';

interface Check {
	/** What it checks, for `--help`. */
	checks: string;
	commands: string[];
	/** Set where it runs only if it is named. */
	byName?: true;
}

const REMARK = 'remark --quiet --frail --no-stdout --ignore-path .prettierignore';

const checks: Record<string, Check> = {
	lint: { checks: 'the code, by the rules of n8n and ours', commands: ['npm run --silent lint'] },
	format: { checks: 'that Prettier would change nothing', commands: ['prettier --check --cache .'] },
	typecheck: { checks: 'the types', commands: ['npm run --silent typecheck'] },
	docs: {
		checks: 'links within the documents, and the pages that npm run docs writes',
		commands: [`${REMARK} .`, 'node scripts/docs.ts --check'],
	},
	licenses: {
		checks: 'the licenses of everything that the sandbox installs',
		commands: ['node scripts/check/licenses.ts'],
	},
	'n8n-node': {
		checks: "that n8n's own tool, n8n-node, lints and builds the nodes, with the files that we publish",
		commands: ['node scripts/check/n8n-node.ts'],
	},
	release: {
		checks: 'the steps of a release, without publishing; among them tarball and scan',
		commands: ['node scripts/check/release.ts'],
	},
	tarball: {
		checks: 'the contents of the package that npm would publish, as it was last built',
		commands: ['node scripts/check/tarball.ts'],
		byName: true,
	},
	scan: {
		checks: "the sources and the package as it was last built, by the rules of n8n's scanner",
		commands: ['node scripts/check/scan.ts'],
		byName: true,
	},
	placeholders: {
		checks: 'that the owner has filled in everything; needed before a release',
		commands: ['node scripts/check/placeholders.ts'],
		byName: true,
	},
	links: {
		checks: 'links to the web',
		commands: [`${REMARK} --use remark-lint-no-dead-urls .`],
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

const cwd = projectRoot;
const env = npmEnvironment(pathsOf(projectRoot));
const passes = (command: string) => {
	const [program = '', ...args] = command.split(' ');
	return spawnSync(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
};
const chosen = Object.entries(checks).filter(([name, { byName }]) =>
	names.length > 0 ? names.includes(name) : !byName,
);
const failed = chosen.filter(([, { commands }]) => !commands.every(passes)).map(([name]) => name);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
