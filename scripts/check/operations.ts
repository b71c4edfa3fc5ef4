import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsDocument, operationsPage } from '../docs/operations.ts';

/** Whether the page of operations no longer says what the nodes say of themselves; for a folder that holds the nodes. */
export const staleOperations = async (folder: string): Promise<string[]> => {
	if (!existsSync(join(folder, 'nodes/VoiceAgent/VoiceAgent.node.ts'))) return [];
	const file = join(folder, operationsPage);
	const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
	return text === (await operationsDocument(folder))
		? []
		: [`${operationsPage} does not say what the nodes say: run npm run docs`];
};
