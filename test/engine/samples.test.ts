import { resources } from '../../nodes/VoiceAgent/operations/index';
import { runFlow, voiceAgentFlow } from './support/engine';
import { SAMPLE_ITEM, sampledOperations, sampleOf } from './support/samples';
import { TestService } from './support/service';

const operations = resources.flatMap(({ value, operations: those }) =>
	those.map((operation) => `${value}:${operation.value}`),
);

let service: TestService;
beforeAll(async () => (service = await TestService.start()));

it('has a sample for every operation, and for nothing else', () => {
	expect([...sampledOperations].sort()).toEqual([...operations].sort());
});

it.each(sampledOperations)('works: %s', async (id) => {
	const flow = voiceAgentFlow(await sampleOf(id, service));
	const { data, status } = await runFlow(flow, [SAMPLE_ITEM], service.credentials);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe(id === 'message:sendAndWait' ? 'waiting' : 'success');
});
