/** How many calls lie between `execute()` and n8n's HTTP helper, as CONTRIBUTING.md says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { useFastClock } from '../support/fast-clock';
import { TestService } from '../support/test-service';

useFastClock();

const NODES = join(__dirname, '../../nodes/');

let service: TestService;
/** The functions of the package that led to each request, the innermost first. */
let traces: string[][] = [];

beforeAll(async () => {
	service = await TestService.start();
	Error.stackTraceLimit = 100;
	const { authenticate } = VoiceAgentApi.prototype;
	// n8n's helper calls it for each request.
	jest.spyOn(VoiceAgentApi.prototype, 'authenticate').mockImplementation(async function (
		this: VoiceAgentApi,
		...given
	) {
		const frames = (new Error().stack ?? '').split('\n').filter((line) => line.includes(NODES));
		traces.push(frames.map((line) => /at (?:async )?(\S+)/.exec(line)?.[1] ?? line));
		return await authenticate.apply(this, given);
	});
});
afterAll(() => {
	Error.stackTraceLimit = 10;
});
beforeEach(async () => {
	await service.clear();
	traces = [];
});

const sending = {
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
};

const documented = (): number[] => {
	const text = readFileSync(join(NODES, '../CONTRIBUTING.md'), 'utf8');
	const [, direct, afterLoss] =
		/there are (\d+) calls: [^;]*; after a lost answer there are (\d+)/.exec(text.replace(/\s+/g, ' ')) ?? [];
	return [Number(direct), Number(afterLoss)];
};

it('is as many as CONTRIBUTING.md says', async () => {
	await service.run({ ...sending, message: 'Answered' });
	const [direct = []] = traces;
	traces = [];
	await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
	await service.run({ ...sending, message: 'Lost' });
	const list = traces.find((trace) => trace.some((frame) => frame.includes('listRecords'))) ?? [];
	expect({ direct: direct.length, list: list.length, traces: [direct, list] }).toEqual({
		direct: documented()[0],
		list: documented()[1],
		traces: [direct, list],
	});
});
