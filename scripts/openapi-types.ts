/**
 * `npm run openapi-types`: writes the types of the sandbox's HTTP interface from the OpenAPI
 * document that it serves, for the package's `startSandbox`. They are made again before each type
 * check and build, and are not in the repository.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

import { startSandbox } from '../sandbox/src/index.ts';
import { projectRoot } from './bootstrap.mjs';

const FILE = join(projectRoot, 'sandbox', 'src', 'client', 'openapi.ts');

await using sandbox = await startSandbox();
const document = await (await fetch(`${sandbox.url}/openapi.json`)).text();
// A field with a default may be left out of a request.
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
// Another check that runs at the same time finds either the old types or the new ones.
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) {
	writeFileSync(`${FILE}.${process.pid}`, types);
	renameSync(`${FILE}.${process.pid}`, FILE);
}
