/**
 * n8n dies while events and messages come and people answer, and comes back with the next version of the package: one death
 * for all that starts or resumes workflows, since each costs a start of n8n.
 */
import { events } from './n8n-dies/events.ts';
import { memories } from './n8n-dies/memories.ts';
import { polls } from './n8n-dies/polls.ts';
import { replies } from './n8n-dies/replies.ts';
import type { Part } from './n8n-dies/part.ts';
import { laterVersion, prepareTimeoutMs } from './support/playground.ts';
import { TriggerN8n } from './support/real-n8n.ts';

let n8n: TriggerN8n;
// The last begins just before n8n dies.
const parts: Part[] = [memories(), events(), polls(), replies()];

beforeAll(async () => {
	n8n = await TriggerN8n.share('lean');
	for (const part of parts) await part.prepare(n8n);
	const later = await laterVersion(n8n.folder.path);
	for (const part of parts) await part.begin?.();
	await n8n.kill();
	for (const part of parts) await part.whileAway?.();
	await n8n.install(later);
	await n8n.up();
	for (const part of parts) await part.whenBack?.();
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	for (const part of parts) await part.stop();
}, 60_000);

describe.each(parts)('$title', (part) => part.tests());
