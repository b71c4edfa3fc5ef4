import type { BatchDetail, Credits } from '../../test/support/service-records.ts';
import { ask as askSandbox } from '../../test/support/sandbox-command.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const ask = (...words: string[]) => askSandbox(sandbox, ...words);
const askJson = async <Answer>(...words: string[]) => JSON.parse(await ask(...words, '--json')) as Answer;

describe('commands', () => {
	it('batches lists campaigns, saves a draft and shows one', async () => {
		expect(await ask('batches', 'list')).toContain('Spring sale');
		const draft = await askJson<BatchDetail>(
			'batches',
			'draft',
			'Mine',
			'+14155550100',
			'+14155550111,+14155550112',
		);
		expect(draft).toMatchObject({ status: 'draft', total_recipients: 2 });
		expect(await ask('batches', 'show', draft.id)).toContain('+14155550112');
	});

	it('calling shows and changes how campaigns call', async () => {
		expect(await ask('calling', 'show')).toContain('price_per_dial: 0.005');
		const options = ['--call-seconds', '30', '--price-per-minute', '0.02', '--concurrent-calls', '7'];
		expect(await askJson('calling', 'change', ...options)).toMatchObject({
			call_seconds: 30,
			price_per_minute: 0.02,
			concurrent_calls: 7,
		});
		await expect(ask('calling', 'change', '--call-seconds', '-1')).rejects.toThrow('--call-seconds');
	});

	it('credits lists and adds credits, and checkouts lists the checkouts', async () => {
		const before = await askJson<Credits>('credits', 'list');
		expect(await ask('credits', 'add', '5.25')).toContain(String(before.balance + 5.25));
		await ask('credits', 'add', '--', '-5.25');
		expect((await askJson<Credits>('credits', 'list')).balance).toBeCloseTo(before.balance, 6);
		expect(await ask('credits', 'list')).toContain('balance:');
		expect(await ask('checkouts', 'list')).toContain('There are none.');
	});

	it('calls completes a call and lists it', async () => {
		expect(await ask('calls', 'complete', '--duration-seconds', '42')).toContain('duration_seconds: 42');
		expect(await ask('calls', 'list')).toContain('inbound');
	});

	it('chats opens, writes in, closes, lists and completes website chats', async () => {
		const { id } = await askJson<{ id: string }>('chats', 'open', '--visitor-name', 'Ada');
		expect(await ask('chats', 'write', id, 'Hello?')).toMatch(/visitor +Hello\?/);
		expect(await ask('chats', 'close', id)).toContain('end_reason: closed');
		expect(await ask('chats', 'list')).toContain('closed');
		await expect(ask('chats', 'close', id)).rejects.toThrow('The chat session has ended');
		expect(await ask('chats', 'complete')).toContain('Event evt_');
	});

	it('carrier shows and changes the reports on messages, and messages makes one', async () => {
		expect(await ask('carrier', 'change', '--report-after-seconds', 'none')).toContain(
			'report_after_seconds: -',
		);
		const { message } = await sandbox.control('POST', '/events/sms.sent');
		const words = ['messages', 'report', message.id, 'failed', '--code', '30007'];
		expect(await ask(...words)).toMatch(/status: failed\n[^]*code: 30007/);
		expect(await ask('carrier', 'change', '--report-after-seconds', '9')).toContain(
			'report_after_seconds: 9',
		);
		expect(await ask('carrier', 'show')).toContain('report_after_seconds: 9');
	});

	it('reply answers the last message or any other, and scripted-replies adds, lists and clears rules', async () => {
		const { message } = await sandbox.control('POST', '/events/sms.sent', { body: 'Your turn' });
		expect(await ask('reply', '--body', 'yes')).toMatch(/body: yes\ndirection: inbound/);
		expect(await ask('reply', '--to', message.id, '--body', 'no')).toContain('body: no');
		expect(await ask('reply', '--to', 'last', '--body', 'yes, do')).toContain('body: yes, do');
		await expect(ask('reply')).rejects.toThrow('--body is required');
		await expect(ask('reply', '--to', 'nothing', '--body', 'yes')).rejects.toThrow('Message not found');

		const rule = ['--number', '14155550123', '--after-seconds', '2m', '--count', '1'];
		expect(await ask('scripted-replies', 'add', 'person', 'Yes', ...rule)).toContain('after_seconds: 120');
		expect(await ask('scripted-replies', 'list')).toMatch(/person +14155550123 +- +Yes +120 +1/);
		expect(await ask('scripted-replies', 'clear')).toContain('removed: 1');
	});

	it('voices lists the cloned voices', async () => {
		expect(await ask('voices', 'list')).toContain('There are none.');
	});

	it('delivery-faults adds, lists and clears faults', async () => {
		expect(await ask('delivery-faults', 'add', 'duplicate', '--count', '3')).toMatch(/duplicate +3/);
		expect(await ask('delivery-faults', 'list')).toMatch(/duplicate +3/);
		expect(await ask('delivery-faults', 'clear')).toMatch(/duplicate +0/);
	});
});
