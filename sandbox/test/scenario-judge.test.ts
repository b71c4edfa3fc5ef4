/** What meets the expectations of a scenario, and what is said of what does not. */
import { callFunction } from '../../test/support/call-service.ts';
import { startReceiver } from '../../test/support/http-server.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import type { Expectation } from '../src/control/scenarios/scenario.ts';
import { Judge, type EndedExecution } from '../src/control/scenarios/judge.ts';
import { NewRecords, readNewest } from '../src/control/scenarios/new-records.ts';

const DANA = '14155550123';
const SENT = 'We open at nine.';
const WORDS = `chatapp to ${DANA}: "${SENT}"`;

let sandbox: SandboxAccount;
/** Judges what comes from the beginning of a test on. */
let judge: (
	expectation: Expectation,
	more?: {
		isOver?: boolean;
		taken?: readonly string[];
		executions?: readonly EndedExecution[];
	},
) => ReturnType<Judge['judge']>;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});
beforeEach(async () => {
	await sandbox.receiveChatAppMessage({ from_number: DANA });
	const records = new NewRecords(1, read, await readNewest(read));
	judge = (expectation, { isOver = true, taken = [], executions } = {}) => {
		const earlier = { answers: {}, made: '', taken: new Set(taken) };
		const list = executions && (() => Promise.resolve([...executions]));
		return new Judge(records, list, earlier).judge(expectation, isOver);
	};
});

const read = (path: string) => untypedControl<unknown>(sandbox, 'GET', path);
const send = (message = SENT, recipient = DANA) =>
	callFunction(sandbox, 'send-chatapp-message', {
		phone_number_id: '106540352242922',
		recipient_wa_id: recipient,
		message,
	});
const recall = () =>
	callFunction(sandbox, 'batch-calls', {
		...{ action: 'create', name: 'Recall', caller_id: '+14155550100' },
		recipients: [{ phone_number: '+14155550123' }],
	});

describe('a message', () => {
	it.each<[NonNullable<Expectation['message']>, string]>([
		[{}, 'met'],
		[{ to: `+${DANA}`, channel: 'chatapp', text: 'OPEN at (eight|nine)', count: 1 }, 'met'],
		[{ text: 'closed' }, 'failed'],
		[{ to: '14155550199' }, 'failed'],
		[{ from: '14155550198' }, 'failed'],
		[{ channel: 'sms' }, 'failed'],
		[{ count: 2 }, 'failed'],
		[{ count: 0 }, 'failed'],
	])('that is %j is %s, and what came is told', async (message, verdict) => {
		await send();
		expect(await judge({ message })).toMatchObject({ verdict, instead: `1 came: ${WORDS}` });
	});

	it('that has not come yet may come until the time is over', async () => {
		expect(await judge({ message: {} }, { isOver: false })).toMatchObject({ verdict: 'undecided' });
		expect(await judge({ message: {} })).toMatchObject({ verdict: 'failed', instead: 'Nothing came' });
		const none = { message: { count: 0 } };
		expect(await judge(none, { isOver: false })).toMatchObject({ verdict: 'undecided' });
		expect(await judge(none)).toMatchObject({ verdict: 'met' });
	});

	it('too many is final', async () => {
		for (const text of ['One.', 'Two.']) await send(text);
		const found = await judge({ message: { count: 1 } }, { isOver: false });
		expect(found).toMatchObject({ verdict: 'failed', isFinal: true });
		expect(found.instead).toMatch(/^2 came/);
	});

	it('meets one expectation', async () => {
		await send();
		const { met_by: taken } = await judge({ message: {} });
		expect(taken).toHaveLength(1);
		expect(await judge({ message: {} }, { taken })).toMatchObject({ verdict: 'failed' });
	});

	it('that does not arrive meets only an expectation of just that, and is something else otherwise', async () => {
		await send(SENT, '14155550777');
		const failed = { message: { to: '14155550777', status: 'failed' as const, count: 1 } };
		expect(await judge({ message: {} })).toMatchObject({
			verdict: 'failed',
			instead: expect.stringMatching(/ \(failed\)$/),
		});
		expect(await judge({ message: { status: 'undelivered' } })).toMatchObject({ verdict: 'failed' });
		expect((await judge({ nothing_else: true })).instead).toMatch(/^1 came: to 14155550777: .* \(failed\)$/);
		const { verdict, met_by: taken } = await judge(failed);
		expect(verdict).toBe('met');
		expect(await judge({ nothing_else: true }, { taken })).toMatchObject({ verdict: 'met' });
	});
});

describe('a request', () => {
	it.each<[NonNullable<Expectation['request']>, string]>([
		[{ endpoint: 'send-chatapp-message', method: 'POST', body: { message: SENT } }, 'met'],
		[{ endpoint: 'send-chatapp-message', method: 'GET' }, 'failed'],
		[{ endpoint: 'send-chatapp-message', body: { message: 'Else' } }, 'failed'],
		[{ endpoint: 'list-messages' }, 'failed'],
		[{ endpoint: 'get-message' }, 'failed'],
		[{ endpoint: 'get-message', status: 404 }, 'met'],
	])('that is %j is %s: a refused one only by its status', async (request, verdict) => {
		await send();
		await callFunction(sandbox, 'get-message', { message_id: 'nothing' });
		expect(await judge({ request })).toMatchObject({ verdict });
	});
});

describe('nothing else', () => {
	const nothing = { nothing_else: true } as const;

	it('is met when earlier steps expect all that was sent, as messages or as requests', async () => {
		await send();
		expect(await judge(nothing)).toMatchObject({
			verdict: 'failed',
			instead: `1 came: to ${DANA}: "${SENT}"`,
		});
		for (const earlier of [{ message: {} }, { request: { endpoint: 'send-chatapp-message' } }]) {
			const { met_by: taken } = await judge(earlier);
			expect(await judge(nothing, { taken })).toMatchObject({ verdict: 'met' });
			expect(await judge(nothing, { taken, isOver: false })).toMatchObject({ verdict: 'undecided' });
		}
	});

	it('fails with a batch call that nobody expects', async () => {
		await recall();
		expect(await judge(nothing)).toMatchObject({
			verdict: 'failed',
			instead: '1 came: the batch call "Recall"',
		});
		const { met_by: taken } = await judge({ request: { endpoint: 'batch-calls' } });
		expect(await judge(nothing, { taken })).toMatchObject({ verdict: 'met' });
	});
});

it('the answer of a function is judged by its name, status, values and text', async () => {
	const receiver = await startReceiver();
	receiver.answer = (_, response) => response.end('{"state":"sent"}');
	const { agents } = await sandbox.control('GET', '/agents');
	const agent = agents[0]?.id ?? '';
	await callFunction(sandbox, 'custom-functions', {
		...{ agent_id: agent, name: 'find_order', description: 'x', http_method: 'POST' },
		endpoint_url: receiver.url,
		response_variables: [{ name: 'status', json_path: '$.state' }],
	});
	await sandbox.callFunction({ agent, name: 'find_order' });
	await receiver.close();
	const instead = '1 came: find_order succeeded: {"state":"sent"}';
	const right = { name: 'find_order', values: { status: 'sent' }, text: 'sent' };
	expect(await judge({ function: right })).toMatchObject({ verdict: 'met', instead });
	for (const wrong of [
		{ name: 'find_nothing' },
		{ values: { status: 'lost' } },
		{ text: 'lost' },
		{ status: 'failed' as const },
	]) {
		expect([wrong, await judge({ function: wrong })]).toMatchObject([wrong, { verdict: 'failed', instead }]);
	}
});

describe('an execution', () => {
	const one: EndedExecution = {
		...{ id: '7', status: 'success', lastNode: 'Count', seconds: 2, endedAtTrigger: false },
		listOutput: () => [{ orders: 42, more: 1 }],
	};

	it.each<[NonNullable<Expectation['execution']>, string]>([
		[{ last_node: 'Count', outputs: { Count: { orders: 42 } }, max_seconds: 2 }, 'met'],
		[{ status: 'error' }, 'failed'],
		[{ last_node: 'Send' }, 'failed'],
		[{ max_seconds: 1.9 }, 'failed'],
	])('that is %j is %s', async (execution, verdict) => {
		const found = await judge({ execution }, { executions: [one] });
		expect(found).toMatchObject({ verdict });
		expect(found.instead).toMatch(/^1 came: execution 7: success at "Count", 2 s/);
	});

	it('whose nodes put out something else fails, and what they put out is told', async () => {
		const found = await judge({ execution: { outputs: { Count: { orders: 43 } } } }, { executions: [one] });
		expect(found.verdict).toBe('failed');
		expect(found.instead).toContain('"Count" put out [{"orders":42,"more":1}]');
	});

	it('that ends at its trigger counts only where that trigger is named', async () => {
		const repeated = { ...one, id: '8', lastNode: 'SMS', endedAtTrigger: true };
		const judged = async (execution: NonNullable<Expectation['execution']>) =>
			(await judge({ execution }, { executions: [one, repeated] })).verdict;
		expect(await judged({ count: 1 })).toBe('met');
		expect(await judged({ last_node: 'SMS', count: 1 })).toBe('met');
		expect(await judged({ count: 2 })).toBe('failed');
	});

	it('is looked at only where a workflow is tested, which is told at once', async () => {
		expect(await judge({ execution: {} }, { isOver: false })).toMatchObject({
			verdict: 'failed',
			isFinal: true,
			instead: expect.stringMatching(/^Executions are looked at only in a test/),
		});
	});
});
