/** `npm run docs`: writes docs/operations.md anew, from what the nodes say of themselves; `npm run check:docs` compares. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './bootstrap.mjs';
import { operationsDocument, operationsPage } from './docs/operations.ts';

await writeFile(join(projectRoot, operationsPage), await operationsDocument(projectRoot));
