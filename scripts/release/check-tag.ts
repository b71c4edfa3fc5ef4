/**
 * `node scripts/release/check-tag.ts TAG COMMIT [folder]`: whether a tag may be published: it names
 * the version of its package, that package's changelog has an entry for it, the commit is on the
 * main branch, and no placeholder is left.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap.mjs';
import { entryOf } from './changelog.ts';
import { packageOf } from './package.ts';
import { findPlaceholders } from './placeholders.ts';

const [tag = '', commit = '', folder = projectRoot] = process.argv.slice(2);
const { folder: packageFolder, prefix } = packageOf(tag);
const read = (file: string) => readFileSync(join(folder, packageFolder, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const onMain =
	spawnSync('git', ['merge-base', '--is-ancestor', commit, 'origin/main'], { cwd: folder }).status === 0;

const refusals = [
	tag === prefix + version ? [] : [`The tag ${tag} does not name version ${version} of package.json.`],
	entryOf(read('CHANGELOG.md'), version) ? [] : [`CHANGELOG.md has no dated entry for ${version}.`],
	onMain ? [] : [`The commit ${commit} is not on the main branch.`],
	findPlaceholders(folder).length === 0
		? []
		: ['Placeholders are left: npm run check -- placeholders names them.'],
].flat();

for (const refusal of refusals) console.error(refusal);
process.exitCode = refusals.length === 0 ? 0 : 1;
