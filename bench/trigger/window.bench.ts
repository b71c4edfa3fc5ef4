/** What de-duplication costs when n8n remembers as many events as the window asks for: 100, 1,000 and 10,000. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { ENTRIES_PER_EVENT } from '../../nodes/VoiceAgentTrigger/seenKeys.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { SECRETS } from '../../test/engine/support/hostile-requests.ts';
import { TriggerN8n } from '../../test/e2e/support/trigger-n8n.ts';
import { Contest } from './contest.ts';

const WINDOWS = [100, 1_000, 10_000];
const FLOOR = 'without de-duplication';

/** n8n keeps the entries of an event as hashes. */
function fill(userFolder: string, workflowId: string, events: number): void {
	const data = Array.from({ length: ENTRIES_PER_EVENT * events }, (_, index) =>
		createHash('md5').update(`before ${index}`).digest('base64'),
	);
	const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), { timeout: 10_000 });
	try {
		const { changes } = database
			.prepare('UPDATE processed_data SET value = ? WHERE "workflowId" = ?')
			.run(JSON.stringify({ mode: 'entries', data }), workflowId);
		if (changes !== 1) throw new Error('n8n has not remembered the first events');
	} finally {
		database.close();
	}
}

async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const n8n = await TriggerN8n.start();
	try {
		const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
		const contest = new Contest(n8n);
		await contest.enterOurs(FLOOR, credential, { deduplicate: false });
		const full: Array<{ workflowId: string; events: number }> = [];
		for (const events of WINDOWS) {
			const name = `window of ${events}, full`;
			const { workflowId } = await contest.enterOurs(name, credential, { deduplicationWindow: events });
			full.push({ workflowId, events });
		}
		await contest.warmUp();
		for (const { workflowId, events } of full) fill(n8n.userFolder, workflowId, events);
		await contest.run('De-duplication', FLOOR);
	} finally {
		await n8n.remove();
		await sandbox.stop();
	}
}

void main();
