/**
 * Writes the types of the sandbox's HTTP interface from its OpenAPI document, for the package's `startSandbox`.
 * They are made again before each type check and build, and are not in the repository.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { buildServer } from '../src/server.ts';

const FILE = join(import.meta.dirname, '..', 'src', 'client', 'openapi.ts');

// It is built, and never listens.
const { app, close } = await buildServer(DEFAULT_CONFIG);
const document = JSON.stringify(app.swagger());
await close();
// A field with a default may be left out of a request.
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
// Another check that runs at the same time finds either the old types or the new ones.
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) {
	writeFileSync(`${FILE}.${process.pid}`, types);
	renameSync(`${FILE}.${process.pid}`, FILE);
}
