/**
 * `node scripts/release/notes.ts TAG [folder]`: prints what the changelog says of the version that a tag names, for the release
 * on GitHub.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bootstrap.mjs';
import { entryOf } from './changelog.ts';
import { packageOf } from './package.ts';

const [tag = '', root = projectRoot] = process.argv.slice(2);
const { folder, prefix } = packageOf(tag);
const version = tag.slice(prefix.length);
const entry = entryOf(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8'), version);
if (!entry) throw new Error(`CHANGELOG.md has no dated entry for ${version}.`);
console.log(entry.text);
