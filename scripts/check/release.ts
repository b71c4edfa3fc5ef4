/**
 * `npm run check -- release`: a dry run of .github/workflows/publish.yml. Runs the very commands of its jobs
 * "pack" and "publish", with npm told to publish nothing, and sees that what must be refused is refused. Before that,
 * `npm run release` prepares a version in a clone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmEnvironment } from '../../playground/npm.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';
import { readWorkflow } from '../release/workflow.ts';
import type { Step } from '../release/workflow.ts';

const { jobs } = readWorkflow(join(projectRoot, '.github', 'workflows', 'publish.yml'));
const environment = npmEnvironment(pathsOf(projectRoot));
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const faults: string[] = [];

const shell = (command: string, cwd: string, env: Record<string, string> = {}) => {
	const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
		cwd,
		// npm, which may have started this quietly, is to say what it does.
		env: { ...environment, npm_config_loglevel: 'notice', ...env },
		encoding: 'utf8',
	});
	return { succeeded: status === 0, output: stdout + stderr };
};
const expect = (
	what: string,
	succeeds: boolean,
	{ succeeded, output }: ReturnType<typeof shell>,
	says = '',
) => {
	const good = succeeded === succeeds && output.includes(says);
	console.log(`${good ? '✓' : '✗'} ${what}`);
	if (!good) faults.push(`${what}:\n${output}`);
};
const stepOf = (job: string, text: string): Step => {
	const step = jobs[job]?.steps.find(({ run }) => run?.includes(text));
	if (!step) throw new Error(`publish.yml has no step in ${job} that runs ${text}`);
	return step;
};

/** Has `npm run release` prepare a version of a package in a clone, which then is ready to be tagged. */
const tryPreparing = (packageFolder: string, tag: string, version: string) => {
	const clone = join(folder, `clone-${tag}`);
	execFileSync('git', ['clone', '--quiet', projectRoot, clone]);
	for (const [name, value] of [
		['user.name', 'Dry Run'],
		['user.email', 'dry@run.test'],
	] as const) {
		execFileSync('git', ['config', name, value], { cwd: clone });
	}
	const release = () => shell(`npm run release -- ${version}`, join(clone, packageFolder));
	expect(`${tag} is prepared`, true, release());
	expect('nothing is left to commit', true, shell('test -z "$(git status --porcelain)"', clone));
	execFileSync('git', ['update-ref', 'refs/remotes/origin/main', 'HEAD'], { cwd: clone });
	const { packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version: string }>;
	};
	const locked = packages[packageFolder === '.' ? '' : packageFolder]?.version === version;
	expect('the lockfile names it', true, { succeeded: locked, output: 'The lockfile has another version.' });
	// The placeholders, which only the owner can fill in, are all that is in the way.
	const { run = '' } = stepOf('pack', 'check-tag.ts');
	const { output } = shell(`${run} ${JSON.stringify(clone)}`, projectRoot, {
		GITHUB_REF_NAME: tag,
		GITHUB_SHA: 'HEAD',
	});
	const others = output
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('Placeholders are left'));
	expect('it could be tagged', true, { succeeded: others.length === 0, output: others.join('\n') });
	expect('a version with nothing to tell is not prepared', false, release(), 'no entries under "Unreleased"');
};

/** A repository with a release on its main branch and a commit that is not there. */
const tryTags = () => {
	const repository = join(folder, 'repository');
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=Dry Run', '-c', 'user.email=dry@run.test', ...args], {
			cwd: repository,
			encoding: 'utf8',
		}).trim();
	execFileSync('git', ['init', '--quiet', repository]);
	const put = (file: string, text: string) => writeFileSync(join(repository, file), text);
	put('package.json', JSON.stringify({ version: '1.2.3' }));
	put('CHANGELOG.md', '# Changelog\n\n## [1.2.3] - 2026-05-31\n\nWhat is new\n');
	mkdirSync(join(repository, 'sandbox'));
	put('sandbox/package.json', JSON.stringify({ version: '4.5.6' }));
	put('sandbox/CHANGELOG.md', '# Changelog\n\n## [4.5.6] - 2026-05-31\n');
	const commit = (subject: string) => {
		git('add', '.');
		git('commit', '--quiet', '--message', subject);
		return git('rev-parse', 'HEAD');
	};
	const released = commit('Release');
	git('update-ref', 'refs/remotes/origin/main', released);
	const { run = '' } = stepOf('pack', 'check-tag.ts');
	const check = (tag: string, sha: string) =>
		shell(`${run} ${JSON.stringify(repository)}`, projectRoot, { GITHUB_REF_NAME: tag, GITHUB_SHA: sha });
	expect('a tag on the main branch passes', true, check('v1.2.3', released));
	const { run: notes = '' } = stepOf('pack', 'notes.ts');
	const [printNotes = ''] = notes.split(' > ');
	expect(
		'the release on GitHub says what the changelog says',
		true,
		shell(`${printNotes} ${JSON.stringify(repository)}`, projectRoot, { GITHUB_REF_NAME: 'v1.2.3' }),
		'What is new',
	);
	expect('a tag of the sandbox passes', true, check('sandbox-v4.5.6', released));
	expect('a tag of another version is refused', false, check('v1.2.4', released), 'does not name version');
	expect(
		"a tag of the sandbox with the nodes' version is refused",
		false,
		check('sandbox-v1.2.3', released),
		'does not name version',
	);
	put('README.md', 'elsewhere');
	expect(
		'a tag off the main branch is refused',
		false,
		check('v1.2.3', commit('Elsewhere')),
		'not on the main',
	);
	put('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n');
	expect('a version without an entry is refused', false, check('v1.2.3', released), 'no dated entry');
	put('README.md', 'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent');
	expect('a placeholder is refused', false, check('v1.2.3', released), 'Placeholders are left');
};

/** @param name of the package that the tag releases */
const tryPublishing = (tag: string, name: string) => {
	const outputFile = join(folder, `output-${tag}`);
	writeFileSync(outputFile, '');
	const built = join(folder, `release-${tag}`);
	const { run: pack = '' } = stepOf('pack', 'pack.ts');
	expect(
		`${name} is built and packed`,
		true,
		shell(pack.replace('pack.ts release', `pack.ts ${JSON.stringify(built)}`), projectRoot, {
			GITHUB_REF_NAME: tag,
			GITHUB_OUTPUT: outputFile,
		}),
	);
	const outputs = Object.fromEntries(
		readFileSync(outputFile, 'utf8')
			.trim()
			.split('\n')
			.map((line) => line.split('=') as [string, string]),
	);
	const handed = join(folder, `handed-over-${tag}`);
	cpSync(built, handed, { recursive: true });
	const env = { TARBALL: outputs.tarball ?? '', SHA256: outputs.sha256 ?? '', npm_config_dry_run: 'true' };
	const { run: verify = '' } = stepOf('publish', 'sha256sum');
	const { run: publish = '' } = stepOf('publish', 'npm publish');
	expect('the tarball that was built is recognized', true, shell(verify, handed, env), 'OK');
	expect('npm would publish it', true, shell(publish, handed, env), `+ ${name}@`);
	appendFileSync(join(handed, env.TARBALL), ' ');
	expect('a tarball that was changed on the way is refused', false, shell(verify, handed, env), 'FAILED');
};

try {
	tryPreparing('.', 'v98.0.0', '98.0.0');
	tryPreparing('sandbox', 'sandbox-v99.0.0', '99.0.0');
	tryTags();
	tryPublishing('v1.2.3', 'n8n-nodes-voice-agent');
	tryPublishing('sandbox-v1.2.3', 'voice-agent-sandbox');
} finally {
	rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
