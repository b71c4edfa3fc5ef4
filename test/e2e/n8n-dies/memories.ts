import { until } from '../../support/eventually.ts';
import { SECRETS } from '../../support/hostile-requests.ts';
import { signedWith } from '../../support/signature.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { callFunction, firstAgent, functionNamed } from '../support/agent-functions.ts';
import { FunctionWorkflows } from '../support/function-workflows.ts';
import { eventBody, post } from '../support/real-n8n.ts';
import type { Listening, TriggerN8n } from '../support/real-n8n.ts';
import { isOpen, readSqliteRuns } from '../support/stored-runs.ts';
import type { Part } from './part.ts';

/** Triggers remember past events and their secrets. */
export function memories(): Part {
	let n8n: TriggerN8n;
	let sandbox: Sandbox;
	let listening: Listening;
	let agentId: string;
	let registered: Awaited<ReturnType<typeof functionNamed>>;

	/** Sends an event, and tells whether it ran. */
	const runs = async (id: string): Promise<boolean> => {
		const stored = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);
		const before = stored().length;
		const body = eventBody(id);
		const { status } = await post(listening.url, body, signedWith(SECRETS.signingSecret, body), 300_000);
		expect(status).toBe(200);
		const all = await until(stored, (now) => now.length > before && !now.some(isOpen), 120_000);
		return all.at(-1)?.reached ?? false;
	};

	return {
		title: 'memories',
		async prepare(started) {
			n8n = started;
			sandbox = await startSandbox();
			const access = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS };
			const credential = await n8n.credential(access);
			listening = await n8n.listen(credential);
			expect(await runs('evt-1')).toBe(true);
			agentId = await firstAgent(sandbox);
			await new FunctionWorkflows(n8n, agentId, credential).publish('kept');
			registered = await functionNamed(sandbox, agentId, 'kept');
		},
		tests() {
			test('with the next version of the package, the trigger verifies and remembers', async () => {
				expect((await post(listening.url, eventBody('evt-8'), {})).status).toBe(401);
				expect(await runs('evt-1')).toBe(false);
				expect(await runs('evt-8')).toBe(true);
			}, 240_000);

			test('an agent calls with the secret that it had', async () => {
				expect((await callFunction(registered, { order_number: 1 })).status).toBe(200);
				expect(await functionNamed(sandbox, agentId, 'kept')).toEqual(registered);
			}, 240_000);
		},
		stop: async () => await sandbox?.stop(),
	};
}
