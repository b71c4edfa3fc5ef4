/**
 * `npm run check -- placeholders`: names every place that still holds a
 * placeholder for what only the owner knows.
 */
import { projectRoot } from '../bootstrap.mjs';
import { findPlaceholders } from '../release/placeholders.ts';

const found = findPlaceholders(process.argv[2] ?? projectRoot);
for (const { file, line, standsFor } of found) console.log(`${file}:${line} stands for ${standsFor}`);
console.log(found.length === 0 ? 'No placeholder is left.' : `${found.length} placeholders are left.`);
process.exitCode = found.length === 0 ? 0 : 1;
